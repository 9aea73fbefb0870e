solid pyramid k = P-ABC
given PA ⟂ ABC, AB ⟂ BC, PA = 4, AB = 3, BC = 12
find circumradius(k)
