# A square base, one lateral edge upright on it; the plane AEC cuts through the middle of PD.
solid pyramid P-ABCD
given square(A,B,C,D)
given PA ⟂ ABCD
given AB = 2, PA = 2√3
point E = midpoint(P,D)
find  angle(plane(A,E,C), plane(A,B,C,D))
