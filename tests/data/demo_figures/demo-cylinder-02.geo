solid cylinder k = O-O1
given height(k) = 8, circumference(k) = 12
point A on circle(k)
point C = reflect(A, O)
point B on topcircle(k) with BC ∥ OO1
find surface_path(A, B, k)
