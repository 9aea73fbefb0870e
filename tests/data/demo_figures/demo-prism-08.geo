solid regular hexagonal prism k
given base_edge(k) = 2, height(k) = 12
find volume(k)
