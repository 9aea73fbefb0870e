solid cone_frustum k
given radius(k) = 9, top_radius(k) = 15, height(k) = 8
find lateral_area(k)
