solid regular tetrahedron ABCD
given AB = 6
point M = midpoint(A,B)
point N = midpoint(C,D)
find MN
