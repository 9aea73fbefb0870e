solid cone_frustum k
given radius(k) = 6, top_radius(k) = 3, slant(k) = 5
find volume(k)
