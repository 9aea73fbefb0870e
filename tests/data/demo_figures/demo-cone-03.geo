solid cone k
given slant(k) = 12, circumference(k) = 6*pi
find volume(k)
