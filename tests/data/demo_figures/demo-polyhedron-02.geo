solid polyhedron k = faces(PAB, PBC, PCA, QAB, QBC, QCA)
given equilateral(A,B,C), AB = 6, PA = PB = PC = QA = QB = QC = 4, opposite_sides(P, Q, plane(A,B,C))
find PQ
