solid regular frustum k = ABCD-A1B1C1D1
given AB = 2*A1B1
find volume(hull(A1, A, B, D)) : volume(k)
