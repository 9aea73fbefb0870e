solid cube k = ABCD-A1B1C1D1
given AB = 4
point M = midpoint(A,B)
point N = midpoint(A,D)
point L = midpoint(A,A1)
find volume(larger_part(k, plane(M,N,L)))
