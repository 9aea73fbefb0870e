"""Seats: sofas, armchairs, chairs, stools, benches and floor cushions.

Every piece stands on z = 0 around its own origin and faces -y.
"""

import math
from itertools import pairwise
from random import Random

from blender_scripts.rooms.mesh import Part, box, cushion, joined, lathe, moved, one_shade, rod


def _legs(half_x: float, half_y: float, height: float, role: str = "wood", radius: float = 0.022) -> list[Part]:
    """Four tapered legs that lean outwards a little."""
    return [
        rod(
            (sx * (half_x + 0.03), sy * (half_y + 0.03), 0.0),
            (sx * half_x, sy * half_y, height),
            role,
            radius * 0.65,
            radius,
        )
        for sx in (-1, 1)
        for sy in (-1, 1)
    ]


def _pillow(x: float, y: float, z: float, rng: Random) -> list[Part]:
    """A scatter cushion leaning against a back."""
    side = rng.uniform(0.38, 0.46)
    part = one_shade(cushion((side, side, 0.10), (0, 0, 0), "pillow", puff=0.035), rng.randrange(9))
    return moved(part, (x, y, z + side / 2), turn_deg=rng.uniform(-14, 14), tilt_deg=72.0)


def sofa(rng: Random) -> list[Part]:
    """Two or three seats, box arms, loose cushions."""
    seats = rng.choice((2, 3, 3))
    seat, arm, depth = 0.68, rng.uniform(0.13, 0.2), rng.uniform(0.86, 0.94)
    inner = seats * seat
    width, foot = inner + 2 * arm, 0.13
    arm_height = rng.uniform(0.54, 0.62)
    parts = joined(
        _legs(width / 2 - 0.1, depth / 2 - 0.1, foot),
        box((width - 0.02, depth - 0.06, 0.2), (0, 0, foot + 0.1), "fabric", bevel=0.03),
        box((width - 0.04, 0.2, 0.58), (0, depth / 2 - 0.12, foot + 0.31), "fabric", bevel=0.07),
    )
    for sx in (-1, 1):
        size, at = (arm, depth - 0.02, arm_height - foot), (sx * (inner + arm) / 2, 0, (arm_height + foot) / 2)
        parts.append(box(size, at, "fabric", bevel=0.055))
    for i in range(seats):
        x = (i - (seats - 1) / 2) * seat
        parts.append(cushion((seat - 0.015, depth - 0.26, 0.17), (x, -0.1, foot + 0.285), "fabric", puff=0.022))
        parts += moved(
            cushion((seat - 0.03, 0.42, 0.17), (0, 0, 0), "fabric", puff=0.035),
            (x, depth / 2 - 0.29, 0.63),
            tilt_deg=78,
        )
    for sx in rng.sample((-1, 1), rng.choice((1, 2))):
        parts += _pillow(sx * (inner / 2 - 0.26), depth / 2 - 0.46, 0.44, rng)
    return parts


def armchair(rng: Random) -> list[Part]:
    """A deep chair: a shell with arms, one cushion and wooden legs."""
    width, depth, foot = rng.uniform(0.76, 0.84), rng.uniform(0.78, 0.84), 0.19
    role = rng.choice(("fabric", "fabric2", "fabric2"))
    parts = joined(
        _legs(width / 2 - 0.12, depth / 2 - 0.12, foot),
        box((width - 0.06, depth - 0.05, 0.14), (0, 0, foot + 0.07), role, bevel=0.04),
        cushion((width - 0.26, depth - 0.2, 0.16), (0, -0.06, foot + 0.2), role, puff=0.025),
        moved(
            box((width - 0.08, 0.17, 0.62), (0, 0, 0.31), role, bevel=0.075),
            (0, depth / 2 - 0.14, foot + 0.06),
            tilt_deg=-10,
        ),
    )
    for sx in (-1, 1):
        parts.append(box((0.13, depth - 0.1, 0.36), (sx * (width / 2 - 0.065), -0.01, foot + 0.22), role, bevel=0.055))
    return parts + (_pillow(0, depth / 2 - 0.36, 0.44, rng) if rng.random() < 0.6 else [])


def chair(rng: Random, padded: bool = True) -> list[Part]:
    """A dining chair with a slatted back."""
    del rng
    parts = _legs(0.17, 0.17, 0.44, radius=0.02)
    parts.append(box((0.44, 0.43, 0.03), (0, 0, 0.445), "wood", bevel=0.012))
    if padded:
        parts.append(cushion((0.4, 0.39, 0.06), (0, -0.005, 0.485), "fabric2", puff=0.012))
    for sx in (-1, 1):
        parts.append(rod((sx * 0.19, 0.19, 0.44), (sx * 0.2, 0.27, 0.88), "wood", 0.018, 0.014))
    for z, y in ((0.62, 0.224), (0.73, 0.244), (0.84, 0.264)):
        parts.append(box((0.4, 0.018, 0.065), (0, y, z), "wood", bevel=0.008))
    return parts


def wicker_chair(rng: Random) -> list[Part]:
    """A round-backed garden chair: bent rods and two cushions."""
    del rng
    parts = joined(
        [
            rod((sx * 0.26, sy * 0.24, 0.0), (sx * 0.24, sy * 0.22, 0.36), "wood", 0.016)
            for sx in (-1, 1)
            for sy in (-1, 1)
        ],
        box((0.62, 0.6, 0.05), (0, 0, 0.36), "wood", bevel=0.024),
        cushion((0.54, 0.52, 0.1), (0, -0.02, 0.43), "fabric2", puff=0.025),
        moved(cushion((0.5, 0.44, 0.1), (0, 0, 0), "fabric2", puff=0.03), (0, 0.2, 0.68), tilt_deg=74),
    )
    angles = [math.radians(-35 + 25 * k) for k in range(11)]
    rim = [(0.33 * math.cos(a), 0.31 * math.sin(a), 0.66 + 0.2 * max(0.0, math.sin(a))) for a in angles]
    parts += [rod(p, q, "wood", 0.019) for p, q in pairwise(rim)]
    parts += [rod((0.92 * x, 0.92 * y, 0.36), (x, y, z), "wood", 0.008) for x, y, z in rim]
    return parts


def stool(rng: Random) -> list[Part]:
    """A round stool of wood or with a padded top."""
    height = rng.choice((0.44, 0.46, 0.6))
    role = rng.choice(("wood", "fabric2"))
    seat = lathe(
        [(0, 0), (0.17, 0), (0.19, 0.012), (0.19, 0.04), (0.17, 0.055), (0, 0.06)],
        role,
        (0, 0, height - 0.055),
        sides=18,
    )
    return joined(_legs(0.11, 0.11, height - 0.05, radius=0.018), seat)


def pouf(rng: Random) -> list[Part]:
    """A low round hassock."""
    r, h = rng.uniform(0.28, 0.36), rng.uniform(0.34, 0.4)
    profile = [
        (0, 0.012),
        (r * 0.86, 0.012),
        (r * 0.98, 0.06),
        (r, h * 0.5),
        (r * 0.98, h - 0.06),
        (r * 0.86, h - 0.01),
        (r * 0.4, h + 0.005),
        (0, h),
    ]
    return [lathe(profile, "fabric2", sides=24)]


def bench(rng: Random) -> list[Part]:
    """A gallery bench: padded or slatted seat on two frames."""
    width = rng.choice((1.4, 1.6, 1.8))
    parts = []
    for sx in (-1, 1):
        x = sx * (width / 2 - 0.18)
        parts += [box((0.05, 0.05, 0.38), (x, sy * 0.17, 0.19), "metal") for sy in (-1, 1)]
        parts.append(box((0.05, 0.288, 0.045), (x, 0, 0.355), "metal"))
    if rng.random() < 0.5:
        return [*parts, box((width, 0.46, 0.09), (0, 0, 0.427), "fabric", bevel=0.03)]
    return parts + [box((width, 0.085, 0.035), (0, (k - 2) * 0.095, 0.4), "wood", bevel=0.008) for k in range(5)]


def zabuton(rng: Random) -> list[Part]:
    """A flat square floor cushion."""
    return [one_shade(cushion((0.56, 0.58, 0.085), (0, 0, 0.055), "pillow", puff=0.018), rng.randrange(9))]
