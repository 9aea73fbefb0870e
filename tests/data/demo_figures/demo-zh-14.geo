solid regular prism ABC-A1B1C1
given AB = 4, AA1 = 4
find distance(A, plane(A1,B,C))
