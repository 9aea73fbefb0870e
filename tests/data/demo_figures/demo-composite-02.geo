solid cylinder a
solid hemisphere b
solid composite t = a - b
given radius(a) = 6, height(a) = 10, inscribed(b, a)
find volume(t)
