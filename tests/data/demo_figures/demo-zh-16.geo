solid regular tetrahedron ABCD
point M = divide(A, B, 1/2)
find volume(hull(A,M,C,D)) : volume(ABCD)
