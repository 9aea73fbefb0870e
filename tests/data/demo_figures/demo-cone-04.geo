solid cone k = S-O
given SO = 4, radius(k) = 4
point A on circle(k)
point B on circle(k)
given OA ⟂ OB
find tan(angle(plane(S,A,B), base(k)))
