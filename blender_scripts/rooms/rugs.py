"""Rugs: one under the object, more under groups of furniture. All flat on the floor, a few millimetres thick."""

from dataclasses import dataclass
from random import Random

from blender_scripts.rooms.mesh import Part, box, lathe, moved

# Thin enough that a rule on top is within the 12 mm that count as floor.
RUG_THICKNESS_M = 0.004
# The underside is above the floor: coinciding faces would cause z-fighting.
_LIFT_M = 0.0005


@dataclass(frozen=True)
class Rug:
    """A rug around the origin."""

    half_m: tuple[float, float]
    turn_deg: float
    kind: str
    """`stripes`, `lattice`, `rings`, `worn` or `round`."""


def choose_rug(rng: Random, kinds: tuple[str, ...]) -> Rug:
    """A rug that fits on the free floor and is larger than any object."""
    kind = rng.choice(kinds)
    if kind == "round":
        radius = rng.uniform(1.9, 2.25)
        return Rug((radius, radius), 0.0, kind)
    return Rug((rng.uniform(1.9, 2.15), rng.uniform(1.45, 1.65)), rng.choice((0.0, 90.0)) + rng.uniform(-6, 6), kind)


# Rugs under groups of furniture share one size, and with it one material.
SIDE_RUG_HALF_M = (1.55, 1.05)


def side_rug() -> list[Part]:
    """A rug for a group of furniture, around its own origin."""
    return [_slab(SIDE_RUG_HALF_M, "side_rug")]


def _slab(half_m: tuple[float, float], role: str) -> Part:
    size = (2 * half_m[0], 2 * half_m[1], RUG_THICKNESS_M - _LIFT_M)
    return box(size, (0.0, 0.0, (RUG_THICKNESS_M + _LIFT_M) / 2), role)


def rug_parts(rug: Rug) -> list[Part]:
    """The rug as a slab on the floor; its UV origin is its centre."""
    if rug.kind == "round":
        radius = rug.half_m[0]
        profile = [
            (radius, 0.0),
            (radius, RUG_THICKNESS_M * 0.6),
            (radius - 0.01, RUG_THICKNESS_M),
            (radius * 0.5, RUG_THICKNESS_M),
            (0.0, RUG_THICKNESS_M),
        ]
        part = lathe(profile, "rug", sides=64)
        corners = part.vertices[[i for face in part.faces for i in face]]
        return [Part(part.vertices, part.faces, "rug", corners[:, :2], smooth=False)]
    return moved(_slab(rug.half_m, "rug"), turn_deg=rug.turn_deg)
