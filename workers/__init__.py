"""Pools of warm worker processes: kernel workers for figures, Blender workers for films. They know no stage."""
