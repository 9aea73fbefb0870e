solid regular pentagonal pyramid k
given base_edge(k) = 4, slant(k) = 9
find lateral_area(k)
