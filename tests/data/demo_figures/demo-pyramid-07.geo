solid regular quadrangular pyramid k
given base_edge(k) = 12, height(k) = 8
find surface_area(k)
