solid cuboid k = ABCD-EFGH
given AB = 12, BC = 9, AE = 8
find diagonal(k)
