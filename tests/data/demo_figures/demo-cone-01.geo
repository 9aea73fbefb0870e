solid cone k
given slant(k) = 6, diameter(k) = 6
find volume(k)
