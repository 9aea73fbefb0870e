solid cylinder k
given diameter(k) = 12, height(k) = 8
find volume(k)
