solid regular pyramid k = S-ABCDEF
given AB = 4, angle(plane(S,A,B), plane(A,B,C)) = 45°
find volume(k)
