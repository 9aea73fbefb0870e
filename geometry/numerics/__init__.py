"""Numerical methods on arrays, independent of figures: vectors, least squares, null spaces, scalar functions."""
