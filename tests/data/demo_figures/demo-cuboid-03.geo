solid cuboid ABCD-A1B1C1D1
given AB = 2, AD = 3, AA1 = 6
find distance(A, plane(A1,B,D))
