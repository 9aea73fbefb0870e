solid cone k
given lateral_area(k) = 60*pi, slant(k) = 10
find volume(k)
