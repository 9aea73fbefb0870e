solid cylinder a
solid hemisphere b
solid composite t = a + b
given radius(a) = 3, height(a) = 5, radius(b) = 3, stacked(b, a)
find volume(t)
