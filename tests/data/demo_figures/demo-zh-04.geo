solid pyramid k = P-ABCD
given square(A,B,C,D), AB = 4, equilateral(P,A,D), perp(plane(P,A,D), plane(A,B,C,D))
find volume(k)
