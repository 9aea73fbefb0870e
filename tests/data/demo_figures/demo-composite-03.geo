solid cube a = ABCD-EFGH
solid regular pyramid b = P-EFGH
solid composite t = a + b
given AB = 6, height(b) = 4, opposite_sides(P, A, plane(E,F,G))
find surface_area(t)
