solid regular frustum k = ABCD-A1B1C1D1
given AB = 8, A1B1 = AA1 = 4
find volume(k)
