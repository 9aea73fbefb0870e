"""Baked light of a room and an object: lightmaps per vertex, bake meshes, probes, smoothing, floor shadows."""
