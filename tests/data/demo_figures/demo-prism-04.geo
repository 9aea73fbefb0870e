solid oblique prism ABC-A1B1C1
given equilateral(A,B,C), AB = 6, AA1 = 4√3
point G = centroid(A,B,C)
given A1G ⟂ ABC
find area(B,C,C1,B1)
