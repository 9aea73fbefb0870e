solid regular pyramid k = P-ABCD
given AB = 4, PA = 4
point M = midpoint(P,C)
point N = midpoint(P,D)
find area(A,B,M,N)
