solid cylinder k
given height(k) = 24, circumference(k) = 5
find helix(k, 2)
