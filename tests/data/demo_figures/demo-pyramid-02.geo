solid pyramid P-ABCD
given rectangle(A,B,C,D), AB = 6, BC = 8, PA = PB = PC = PD = 13
find cos(angle(PA, CD))
