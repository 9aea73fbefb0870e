solid regular octahedron P-ABCD-Q
find cos(dihedral(P-AB-Q))
