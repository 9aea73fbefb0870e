"""Leak detection: what a question gives away, what it lost, and whether its text alone is enough to answer it."""
