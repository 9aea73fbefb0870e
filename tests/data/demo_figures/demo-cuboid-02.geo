solid cuboid k = ABCD-A1B1C1D1
given AB = 6, AD = 5, AA1 = 3
find surface_path(A, C1, k)
