"""Decoration: lamps, pictures, easels, screens.

Every piece stands on z = 0 around its own origin; its front faces -y.
"""

import math
from itertools import pairwise
from random import Random

import numpy as np

from blender_scripts.rooms.mesh import Part, box, joined, lathe, moved, rod


def lamp_light(x: float, y: float, z: float) -> Part:
    """A placeholder part with the position of a lamp's light, read by `RoomBuilder`; not a mesh."""
    return Part(np.array([(x, y, z)]), (), "lamp_light", np.zeros((0, 2)))


def _shade(radius: float, height: float, z: float, x: float = 0.0) -> list[Part]:
    cone = [(radius, 0), (radius * 0.78, height)]
    return [
        lathe(cone, "shade", (x, 0, z), sides=24),
        lathe([(radius * 0.97, 0.02), (0, 0.03)], "bulb", (x, 0, z), sides=16),
    ]


def floor_lamp(rng: Random) -> list[Part]:
    """A standing lamp: straight, tripod or arched."""
    kind = rng.choice(("straight", "tripod", "arched"))
    h = rng.uniform(1.35, 1.5)
    if kind == "tripod":
        legs = [
            rod(
                (0.3 * math.cos(a), 0.3 * math.sin(a), 0),
                (0.03 * math.cos(a), 0.03 * math.sin(a), h),
                "wood",
                0.013,
                0.018,
            )
            for a in (0.5, 2.6, 4.7)
        ]
        return joined(legs, _shade(0.25, 0.3, h - 0.02), lamp_light(0, 0, h - 0.04))
    base = lathe([(0.15, 0.002), (0.15, 0.02), (0.03, 0.035), (0, 0.036)], "metal", sides=20)
    if kind == "straight":
        return joined(
            base, rod((0, 0, 0.03), (0, 0, h), "metal", 0.012), _shade(0.22, 0.28, h - 0.02), lamp_light(0, 0, h - 0.04)
        )
    arc = [(0.55 * (1 - math.cos(t)), 0.0, 1.25 + 0.42 * math.sin(t)) for t in np.linspace(0, 2.3, 8)]
    stem = [
        rod((0, 0, 0.03), arc[0], "metal", 0.014),
        *(rod(p, q, "metal", 0.012) for p, q in pairwise(arc)),
    ]
    x, z = arc[-1][0], arc[-1][2]
    return joined(base, stem, _shade(0.2, 0.22, z - 0.24, x), lamp_light(x, 0, z - 0.28))


def leaning_picture(rng: Random) -> list[Part]:
    """One or two framed canvases that lean on the wall behind them (+y)."""
    parts = []
    for k in range(rng.choice((1, 2))):
        w, h = rng.uniform(0.6, 0.85) - 0.12 * k, rng.uniform(0.85, 1.1) - 0.22 * k
        parts += moved(_framed(w, h), ((0.28 + rng.uniform(-0.05, 0.1)) * k, 0.14 - 0.1 * k, 0.012), tilt_deg=-9)
    return parts


def _framed(w: float, h: float) -> list[Part]:
    bars = [box((w, 0.03, 0.035), (0, 0, z), "frame_wood") for z in (0.0175, h - 0.0175)]
    sides = [box((0.035, 0.03, h - 0.072), (sx * (w / 2 - 0.0175), 0, h / 2), "frame_wood") for sx in (-1, 1)]
    return [*bars, *sides, box((w - 0.072, 0.012, h - 0.072), (0, 0.004, h / 2), "art")]


def wall_picture(rng: Random) -> list[Part]:
    """A large picture hung low; the wall plane is y = 0 behind it."""
    w, h = rng.uniform(1.2, 1.9), rng.uniform(1.0, 1.3)
    return moved(_framed(w, h), (0, -0.03, rng.uniform(0.42, 0.5)))


def easel(rng: Random) -> list[Part]:
    """A painter's tripod with a canvas."""
    h = rng.uniform(1.45, 1.6)
    legs = [rod((sx * 0.3, -0.12, 0), (sx * 0.05, 0.12, h), "wood", 0.016) for sx in (-1, 1)]
    back = rod((0, 0.5, 0), (0, 0.13, h * 0.95), "wood", 0.016)
    rest = box((0.6, 0.06, 0.03), (0, -0.06, 0.52), "wood")
    w, tall = rng.uniform(0.55, 0.8), rng.uniform(0.6, 0.8)
    sheet_part = moved(box((w, 0.025, tall), (0, 0, tall / 2), "art", bevel=0.004), (0, -0.06, 0.545), tilt_deg=-14)
    return joined(legs, back, rest, sheet_part)


def folding_screen(rng: Random) -> list[Part]:
    """Three paper panels in wooden frames, set in a zigzag."""
    parts, x, height = [], -0.62, rng.uniform(1.5, 1.7)
    for k in range(3):
        turn = 24 if k % 2 == 0 else -24
        wide = 0.46
        y = 0.094
        panel = joined(
            [box((0.028, 0.024, height), (sx * (wide / 2 - 0.014), 0, height / 2 + 0.004), "wood") for sx in (-1, 1)],
            [box((wide - 0.06, 0.022, 0.028), (0, 0, z), "wood") for z in (0.08, height / 2, height - 0.02)],
            box((wide - 0.06, 0.006, height - 0.12), (0, 0, height / 2 + 0.03), "paper"),
        )
        parts += moved(panel, (x + 0.2, y, 0), turn_deg=turn)
        x += 0.424
    return parts


def floor_lantern(rng: Random) -> list[Part]:
    """A paper lantern on the floor."""
    side, h = rng.uniform(0.24, 0.3), rng.uniform(0.42, 0.6)
    posts = [
        box((0.022, 0.022, h), (sx * side / 2, sy * side / 2, h / 2 + 0.002), "wood")
        for sx in (-1, 1)
        for sy in (-1, 1)
    ]
    rails = [
        box((side - 0.026, 0.014, 0.014), (0, sy * side / 2, z), "wood") for sy in (-1, 1) for z in (0.05, h - 0.012)
    ]
    return joined(
        posts, rails, box((side - 0.02, side - 0.02, h - 0.08), (0, 0, h / 2), "shade"), lamp_light(0, 0, h + 0.35)
    )
