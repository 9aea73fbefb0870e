solid cone k
given radius(k) = 5, height(k) = 12
find lateral_area(k) : base_area(k)
