solid regular pyramid k = P-ABCD
point M = divide(P, A, 1/2)
plane p = parallel_plane(M, plane(A,B,C))
find volume(smaller_part(k, p)) : volume(larger_part(k, p))
