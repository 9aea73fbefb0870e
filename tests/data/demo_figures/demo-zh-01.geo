solid cube ABCD-A1B1C1D1
given AB = 4
point E = midpoint(D,D1)
find distance(A1, plane(A,C,E))
