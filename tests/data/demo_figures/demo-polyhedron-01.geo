solid polyhedron k = faces(ABCD, EAD, FBC, ABFE, DCFE)
given rectangle(A,B,C,D), AB = 8, BC = 6, EF = 4, EF ∥ AB, EA = ED = FB = FC = 7
find volume(k)
