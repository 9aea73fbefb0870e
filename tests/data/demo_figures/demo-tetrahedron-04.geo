solid regular tetrahedron k
solid sphere s
given edge(k) = 2√6, inscribed(s, k)
find surface_area(s)
