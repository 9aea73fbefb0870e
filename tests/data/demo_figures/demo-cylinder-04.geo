solid cylinder k
given lateral_area(k) = 30*pi, volume(k) = 45*pi
find height(k) : radius(k)
