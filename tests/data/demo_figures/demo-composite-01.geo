solid cylinder a
solid cone b
solid composite t = a + b
given radius(a) = 3, height(a) = 10, radius(b) = 3, height(b) = 4, stacked(b, a)
find volume(t)
