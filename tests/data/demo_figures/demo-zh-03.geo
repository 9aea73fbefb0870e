solid pyramid P-ABCD
given square(A,B,C,D), PA ⟂ ABCD, PA = AB = 3
point E on segment(P,D) with PE = 2*ED
find tan(dihedral(E-AC-D))
