"""Numerical search for coordinates: parametrisation, multi-start, freedom, conflicts, extrema. Verified elsewhere."""
