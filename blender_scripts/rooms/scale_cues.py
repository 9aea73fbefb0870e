"""Scale cues, objects of known size in the picture: metre rules on the floor, or a floor of half-metre tiles."""

import math

import bpy

from blender_scripts.rooms.colour import paint
from blender_scripts.rooms.floors import tiles
from blender_scripts.rooms.materials import Graph, Paint, Socket, matte
from blender_scripts.rooms.mesh import Part, box, moved

SCALE_CUES = ("none", "rule", "tiles")
TILE_M = 0.5
RULE_LENGTH_M, RULE_HEIGHT_M = 1.0, 0.007
LARGEST_M = 2.0
"""Size of the largest objects: the rules of smaller ones lie closer and are narrower, as their lens is."""
RULE_DISTANCE_SHARE, RULE_WIDTH_SHARE = 0.725, 0.03
"""Distance of a rule's middle from the object's, and a rule's width, for each metre of the object's size."""
RULE_PLACES_DEG = ((0.0, 110.0), (150.0, 240.0))
"""Direction in which each rule lies from the object, and in which it points: across the view when it is in front. When
one is behind the object, the other is in sight from end to end, and they are not end-on together. No half turn and no
mirror maps one to the other, so that opposite frames differ."""
BAND_M = 0.1
CAP_M, CAP_EDGE_M = 0.035, 0.013
"""Length of the plates at both ends, twice as wide as the rule, and of their dark inner part; the rest is white."""
RULER_MARK = "ruler"
"""Custom property of the material of rules."""


def rules(base_m: float, turn_deg: float, object_size_m: float = LARGEST_M) -> list[Part]:
    """Two metre rules beside an object of up to `object_size_m`, three parts each; `base_m` is what they lie on."""
    width, height = RULE_WIDTH_SHARE * object_size_m, base_m + 0.0005 + RULE_HEIGHT_M / 2
    inner, end = RULE_LENGTH_M / 2 - CAP_M, (RULE_LENGTH_M - CAP_M) / 2
    rule = [
        _slab((2 * inner, width), (0.0, height)),
        _slab((CAP_M, 2 * width), (-end, height)),
        _slab((CAP_M, 2 * width), (end, height)),
    ]
    placed = []
    for place, direction in RULE_PLACES_DEG:
        a, distance = math.radians(turn_deg + place), RULE_DISTANCE_SHARE * object_size_m
        placed += moved(rule, (distance * math.cos(a), distance * math.sin(a), 0.0), turn_deg + direction)
    return placed


def _slab(size: tuple[float, float], at: tuple[float, float]) -> Part:
    """A flat box of length and width at x and z, with u along the whole rule and v across it."""
    made = box((*size, RULE_HEIGHT_M), (at[0], 0.0, at[1]), "rule")
    return Part(made.vertices, made.faces, made.role, made.vertices[[k for face in made.faces for k in face], :2])


def rule_material(name: str) -> bpy.types.Material:
    material = matte(name, _rule_paint(), floor=True)
    material[RULER_MARK] = 1
    return material


def _rule_paint() -> Paint:
    """Light and dark bands of 10 cm from end to end, under end plates; u runs from -0.5 to 0.5."""
    light, dark, edge, cap = paint("#c4bbaa"), paint("#5a4a39"), paint("#191817"), paint("#f4f1ea")

    def draw(g: Graph) -> Socket:
        u, _, _ = g.axes(g.uv())
        band = g.math("FLOORED_MODULO", g.math("FLOOR", g.math("DIVIDE", g.math("ADD", u, 0.5 + 1e-6), BAND_M)), 2.0)
        inner, reach = RULE_LENGTH_M / 2 - CAP_M, g.math("ABSOLUTE", u)
        plate = g.mix(g.step(reach, inner + CAP_EDGE_M - 0.001, inner + CAP_EDGE_M + 0.001), edge, cap)
        return g.mix(g.step(reach, inner - 1e-3, inner), g.mix(band, light, dark), plate)

    return draw


def tile_floor(dark: tuple[float, float, float], light: tuple[float, float, float]) -> Paint:
    """Tiles of half a metre with a corner at the origin."""
    return tiles(dark, light, TILE_M)
