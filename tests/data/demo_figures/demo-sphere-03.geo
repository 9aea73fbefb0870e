solid sphere s
given surface_area(s) = 196*pi
find diameter(s)
