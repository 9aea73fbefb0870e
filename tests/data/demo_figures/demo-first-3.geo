solid regular prism ABC-A1B1C1
given AB = 6, AA1 = 4
point D = midpoint(B,C)
find distance(C, plane(A,C1,D))
