solid right parallelepiped k = ABCD-EFGH
given AB = 5, AD = 8, angle(B,A,D) = 60°, BH = 25
find volume(k)
