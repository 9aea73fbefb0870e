solid cube ABCD-A'B'C'D'
point K on segment(D,D') with DK : KD' = 1 : 2
find cos(angle(BK, AD))
