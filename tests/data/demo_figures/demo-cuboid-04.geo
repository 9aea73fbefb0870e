solid cuboid k = ABCD-EFGH
given AB : BC = 2 : 3, AB : AE = 2 : 4, surface_area(k) = 468
find volume(k)
