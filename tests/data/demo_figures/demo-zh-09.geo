solid cone k
given slant(k) = 6, circumference(k) = 4*pi
find volume(k)
