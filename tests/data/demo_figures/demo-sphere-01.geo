solid sphere s = O
plane p
given radius(s) = 13, distance(O, p) = 5
find area(section(s, p))
