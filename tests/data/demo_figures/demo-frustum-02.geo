solid regular frustum ABC-A1B1C1
given AB = 6, A1B1 = 3, AA1 = 3
find cos(angle(AA1, plane(A,B,C)))
