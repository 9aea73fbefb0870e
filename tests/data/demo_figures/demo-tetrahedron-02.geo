solid tetrahedron O-ABC
given OA ⟂ OB, OB ⟂ OC, OA ⟂ OC, OA = 6, OB = 3, OC = 6
find distance(O, plane(A,B,C))
