solid regular frustum k = ABCD-A1B1C1D1
given AB = 10, A1B1 = 4, height(k) = 4
find lateral_area(k)
