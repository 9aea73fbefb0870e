solid cylinder k
given height(k) = diameter(k), height(k) = 6
find surface_area(k)
