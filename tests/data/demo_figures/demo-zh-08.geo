solid cylinder k
given height(k) = diameter(k), lateral_area(k) = 64*pi
find volume(k)
