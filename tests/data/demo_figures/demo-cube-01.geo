solid cube ABCD-A1B1C1D1
given AB = 6
point M = midpoint(C,C1)
point N = midpoint(A,B)
find MN
