solid regular octahedron P-ABCD-Q
given AB = 6
find gap(plane(P,A,B), plane(Q,C,D))
