solid hemisphere h
given surface_area(h) = 75*pi
find volume(h)
