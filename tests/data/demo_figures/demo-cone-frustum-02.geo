solid cone_frustum k
solid sphere s
given radius(k) = 9, top_radius(k) = 4, inscribed(s, k)
find radius(s)
