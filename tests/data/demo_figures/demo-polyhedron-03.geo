solid polyhedron k = faces(ABC, DEF, ABED, BCFE, CADF)
given right_angle(B,A,C), AB = 3, AC = 4, AD ⟂ ABC, BE ⟂ ABC, CF ⟂ ABC, AD = 5, BE = 4, CF = 6
given same_side(D, E, plane(A,B,C)), same_side(D, F, plane(A,B,C))
find volume(k)
