solid oblique prism k = ABC-A1B1C1
given equilateral(A,B,C), AB = 4, AA1 = 6, angle(AA1, plane(A,B,C)) = 60°
find volume(k)
