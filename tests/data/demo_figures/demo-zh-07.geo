solid pyramid k = P-ABC
solid sphere s
given PA ⟂ ABC, angle(B,A,C) = 120°, AB = AC = 2, PA = 4, circumscribed(s, k)
find surface_area(s)
