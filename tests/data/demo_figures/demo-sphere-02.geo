solid sphere s = O
point A, B, C on surface(s)
given radius(s) = 5, equilateral(A,B,C), AB = 3√3
find distance(O, plane(A,B,C))
