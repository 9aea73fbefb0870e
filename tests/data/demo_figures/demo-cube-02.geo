solid cube k = ABCD-EFGH
given AB = 4
point M = midpoint(F,G)
find area(section(k, plane(A,C,M)))
