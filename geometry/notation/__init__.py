"""The figure notation: grammar, syntax tree, name resolution, dimensions, the catalogue of solids. No solving."""
