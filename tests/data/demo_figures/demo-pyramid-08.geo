solid pyramid V-ABCD
given VA ⟂ ABCD, square(A,B,C,D), AB = 2, VA = 4
find sin(angle(VC, plane(A,B,C,D)))
