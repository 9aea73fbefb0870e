solid tetrahedron ABCD
point K = divide(A, B, 2)
point L = midpoint(A,C)
point M = divide(A, D, 2/3)
find volume(hull(A,K,L,M)) : volume(ABCD)
