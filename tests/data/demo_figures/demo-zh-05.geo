solid right prism ABC-A1B1C1
given right_angle(A,C,B), AC = 5, BC = AA1 = 12
find cos(angle(AC1, B1C))
