solid tetrahedron ABCD
given A = (0,0,0), B = (4,0,1), C = (1,5,0), D = (2,1,6)
find volume(ABCD)
