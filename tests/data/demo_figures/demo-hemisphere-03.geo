solid hemisphere h
solid cone k
given inscribed(k, h)
find volume(k) : volume(h)
