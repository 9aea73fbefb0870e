solid regular pyramid S-ABCDEF
given AB = 3, SA = 6
find angle(SA, plane(A,B,C))
