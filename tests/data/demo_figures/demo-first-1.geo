solid regular pyramid S-ABCD
given AB = 4, SA = 2√5
find dihedral(S-BC-A)
