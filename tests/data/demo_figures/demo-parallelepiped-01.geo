solid parallelepiped ABCD-A1B1C1D1
given AB = 2, AD = 3, AA1 = 4
given angle(B,A,D) = 60°, angle(B,A,A1) = 60°, angle(D,A,A1) = 60°
find AC1
