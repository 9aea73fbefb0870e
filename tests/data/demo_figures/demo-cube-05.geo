solid cube k = ABCD-A1B1C1D1
point M = divide(A, B, 1/2)
point N = divide(A, D, 1/3)
find volume(hull(A1, A, M, N)) : volume(k)
