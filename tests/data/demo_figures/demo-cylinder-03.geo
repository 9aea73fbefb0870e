solid cylinder c
solid regular triangular prism k
given radius(c) = 4, height(c) = 5, inscribed(k, c)
find volume(k)
