solid regular octahedron k
given surface_area(k) = 18√3
find volume(k)
