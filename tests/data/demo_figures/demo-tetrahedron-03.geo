solid tetrahedron ABCD
given AB = CD = 5, AC = BD = 2√5, AD = BC = √13
find volume(ABCD)
