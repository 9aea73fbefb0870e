"""Placing a solid in the scene: its rest pose on the floor, its scale and its rotation about the vertical."""
