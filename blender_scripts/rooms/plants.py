"""Potted plants of muted green: ferns, sword plants, figs and palms.

Every plant stands on z = 0 around its own origin.
"""

import math
from random import Random

import numpy as np

from blender_scripts.rooms.mesh import Part, Vec3, lathe, merged, one_shade, rod, sheet

Pair = tuple[float, float]


def _pot(radius: float, height: float, role: str = "pot") -> list[Part]:
    profile = [
        (0, 0.002),
        (radius * 0.72, 0.002),
        (radius * 0.95, height * 0.7),
        (radius, height),
        (radius * 0.9, height),
        (radius * 0.86, height * 0.9),
    ]
    return [
        lathe(profile, role, sides=20),
        lathe([(radius * 0.87, height * 0.88), (0, height * 0.89)], "soil", sides=20),
    ]


def _leaf(root: Vec3, heading: float, size: Pair, droop: Pair, shade: int) -> Part:
    """A blade of (length, width) that leaves its root at one angle above the floor and ends at another."""
    length, width = size

    def blade(u: np.ndarray, v: np.ndarray) -> np.ndarray:
        angle = droop[0] + (droop[1] - droop[0]) * v
        out = length * v * np.cos(angle)
        up = length * v * np.sin(angle)
        side = width * (u - 0.5) * np.sin(np.pi * np.clip(v * 0.92 + 0.06, 0, 1)) ** 0.7
        up = up - np.abs(side) * 0.35
        c, s = math.cos(heading), math.sin(heading)
        return np.column_stack([root[0] + c * out - s * side, root[1] + s * out + c * side, root[2] + up])

    # Leaflets are too small to show a fold.
    steps = (2, 4 if length > 0.35 else 3) if width > 0.06 else (1, 3)
    return one_shade(sheet(blade, steps, "leaf", (width, length)), shade)


def fern(rng: Random) -> list[Part]:
    """A bushy plant of arching leaves in a pot."""
    radius, height = rng.uniform(0.17, 0.24), rng.uniform(0.28, 0.4)
    parts = _pot(radius, height)
    for k in range(30):
        size = (rng.uniform(0.4, 0.68), rng.uniform(0.09, 0.14))
        droop = (rng.uniform(0.75, 1.4), rng.uniform(-0.25, 0.75))
        parts.append(_leaf((0, 0, height * 0.9), k * 2.4 + rng.uniform(-0.3, 0.3), size, droop, rng.randrange(40)))
    return merged(parts)


def sword_plant(rng: Random) -> list[Part]:
    """Upright stiff leaves."""
    radius, height = rng.uniform(0.15, 0.2), rng.uniform(0.3, 0.42)
    parts = _pot(radius, height)
    for k in range(17):
        root = (0.07 * math.cos(k * 2.4), 0.07 * math.sin(k * 2.4), height * 0.88)
        up = rng.uniform(1.25, 1.5)
        parts.append(
            _leaf(root, k * 2.4, (rng.uniform(0.5, 0.85), rng.uniform(0.07, 0.1)), (up, up - 0.06), rng.randrange(40))
        )
    return merged(parts)


def tree(rng: Random) -> list[Part]:
    """A fig with a thin stem and a round crown."""
    radius, height = rng.uniform(0.2, 0.26), rng.uniform(0.36, 0.46)
    tall = rng.uniform(1.5, 1.95)
    bend = (rng.uniform(-0.06, 0.06), rng.uniform(-0.06, 0.06))
    parts = [*_pot(radius, height), rod((0, 0, height * 0.85), (bend[0], bend[1], tall * 0.8), "bark", 0.024, 0.014)]
    for k in range(64):
        level = rng.uniform(0.48, 0.98)
        z = height + (tall - height) * level
        reach = 0.26 * math.sin(math.pi * min(1.0, 0.12 + level * 0.8)) * rng.uniform(0.3, 1.0)
        a = k * 2.4
        root = (bend[0] + reach * math.cos(a), bend[1] + reach * math.sin(a), z)
        parts.append(
            _leaf(
                root,
                a + rng.uniform(-0.5, 0.5),
                (rng.uniform(0.2, 0.3), rng.uniform(0.09, 0.13)),
                (rng.uniform(0.1, 0.9), rng.uniform(-0.7, 0.0)),
                rng.randrange(40),
            )
        )
    return merged(parts)


def palm(rng: Random) -> list[Part]:
    """Long fronds that spread from a short trunk."""
    radius, height = rng.uniform(0.22, 0.27), rng.uniform(0.36, 0.44)
    trunk = height + rng.uniform(0.3, 0.55)
    parts = [*_pot(radius, height), rod((0, 0, height * 0.8), (0, 0, trunk), "bark", 0.05, 0.035)]
    for k in range(11):
        heading, length = k * 2.4, rng.uniform(0.85, 1.15)
        start, end = rng.uniform(0.8, 1.35), rng.uniform(0.1, 0.55)
        parts += _frond(trunk, heading, length, (start, end), rng)
    return merged(parts)


def _frond(z: float, heading: float, length: float, droop: tuple[float, float], rng: Random) -> list[Part]:
    """A stalk with leaflets on both sides."""
    parts, shade = [], rng.randrange(40)
    for k in range(1, 8):
        t = k / 7
        angle = droop[0] + (droop[1] - droop[0]) * t
        root = (
            length * t * math.cos(angle) * math.cos(heading),
            length * t * math.cos(angle) * math.sin(heading),
            z + length * t * math.sin(angle),
        )
        reach = 0.34 * math.sin(math.pi * (0.18 + 0.72 * t))
        for side in (-1, 1):
            parts.append(_leaf(root, heading + side * 0.85, (reach, 0.05), (angle * 0.35, angle * 0.35 - 0.75), shade))
    return parts


PLANTS = (fern, sword_plant, tree, palm)


def plant(rng: Random) -> list[Part]:
    return rng.choice(PLANTS)(rng)
