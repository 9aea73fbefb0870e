solid cone_frustum k = O-O1
given radius(k) = 5, top_radius(k) = 2, volume(k) = 39√3*pi
point A on circle(k)
point B on topcircle(k) with OA ∥ O1B, AB = slant(k)
find angle(AB, base(k))
