solid cuboid ABCD-A1B1C1D1
given AB = AD = 2, AA1 = 4
find cos(angle(A1B, B1C))
