solid cube k
given diagonal(k) = 9
find surface_area(k)
