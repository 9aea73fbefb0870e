solid cone k = S-O
given diameter(k) = 6, slant(k) = 6
point A on circle(k)
point B = reflect(A, O)
point M = midpoint(S,B)
find surface_path(A, M, k)
