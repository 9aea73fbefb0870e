"""Bodies as arrays: polyhedra, solids of revolution, cuts, shortest paths, touching spheres. No solving."""
