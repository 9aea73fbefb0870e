solid oblique prism k = ABC-A1B1C1
given equilateral(A,B,C), AB = 6
point D = midpoint(B,C)
given A1D ⟂ ABC, angle(AA1, plane(A,B,C)) = 45°
find volume(k)
