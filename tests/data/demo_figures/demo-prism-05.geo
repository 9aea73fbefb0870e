solid right prism k = ABCD-EFGH
given rhombus(A,B,C,D), AC = 24, BD = 10, AE = 7
find lateral_area(k)
