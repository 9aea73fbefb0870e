solid hemisphere h
solid cube k
given radius(h) = 3, inscribed(k, h)
find edge(k)
