solid cone k = S-O
point A on circle(k)
given lateral_area(k) = 2*base_area(k)
find angle(SA, base(k))
