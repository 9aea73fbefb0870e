"""Scale cues, objects of known size in the picture: metre rules on the floor, or a floor of half-metre tiles."""

import math

from blender_scripts.rooms.colour import paint
from blender_scripts.rooms.floors import tiles
from blender_scripts.rooms.materials import Graph, Paint, Socket
from blender_scripts.rooms.mesh import Part, box, moved

SCALE_CUES = ("none", "rule", "tiles")
TILE_M = 0.5
RULE_LENGTH_M, RULE_WIDTH_M, RULE_HEIGHT_M = 1.0, 0.06, 0.007
RULE_DISTANCE_M = 1.45
BAND_M = 0.1


def rules(base_m: float, turn_deg: float) -> list[Part]:
    """Two metre rules on opposite sides of the object, so that one is always in front; `base_m` is what they lie on."""
    rule = box((RULE_LENGTH_M, RULE_WIDTH_M, RULE_HEIGHT_M), (0.0, 0.0, base_m + 0.0005 + RULE_HEIGHT_M / 2), "rule")
    placed = []
    for side in (0, 180):
        a = math.radians(turn_deg + side)
        # 20 degrees off tangential, so that no camera sees one rule end-on exactly where the other is occluded.
        placed += moved(
            rule, (RULE_DISTANCE_M * math.cos(a), RULE_DISTANCE_M * math.sin(a), 0.0), turn_deg + side + 110
        )
    return placed


def rule_paint() -> Paint:
    """Light and dark bands of 10 cm from end to end, with darker end marks; u runs from -0.5 to 0.5."""
    light, dark, mark = paint("#c4bbaa"), paint("#5a4a39"), paint("#2b2723")

    def draw(g: Graph) -> Socket:
        u, _, _ = g.axes(g.uv())
        band = g.math("FLOORED_MODULO", g.math("FLOOR", g.math("DIVIDE", g.math("ADD", u, 0.5 + 1e-6), BAND_M)), 2.0)
        striped = g.mix(band, light, dark)
        return g.mix(g.step(g.math("ABSOLUTE", u), 0.487, 0.489), striped, mark)

    return draw


def tile_floor(dark: tuple[float, float, float], light: tuple[float, float, float]) -> Paint:
    """Tiles of half a metre with a corner at the origin."""
    return tiles(dark, light, TILE_M)
