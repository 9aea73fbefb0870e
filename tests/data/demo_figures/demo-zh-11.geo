solid sphere s = O
plane p
given radius(s) = 10, area(section(s, p)) = 36*pi
find distance(O, p)
