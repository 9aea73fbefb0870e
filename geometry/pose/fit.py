"""A solved figure placed in the scene: scaled to fit the camera, in its rest pose on the floor around the origin.

A similarity transform without reflection: chirality is kept, every length is scaled by the same factor, and all points,
radii, lengths and planes are transformed, so that everything can be measured in the scene. Raises GeometryError if the
size is one that a scene does not allow.
"""

from collections.abc import Sequence

import numpy as np

from geometry.conditions.verify import completed
from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.notation.catalogue import is_hidden
from geometry.notation.main_solid import main_solid, simple_parts
from geometry.notation.unknown_powers import unknown_powers
from geometry.numerics.vectors import Array, cross, norm, unit
from geometry.pose.fitted import Fitted, SolidSize
from geometry.pose.rest_pose import Assembly, rest_up_direction
from geometry.pose.short_scale import StatedLength, short_scale
from geometry.shapes.bodies import body_of
from geometry.shapes.coordinates import Coordinates, Vec3
from geometry.shapes.enclosing_ball import smallest_ball
from geometry.shapes.state import FigureState, coordinates_of
from geometry.shapes.support import needs_shape

BALL_DIAMETER_M = 1.9
"""Diameter of the solid's smallest enclosing ball: by Jung's theorem its longest extent is then 1.55 to 1.9 m."""

SHORTEST_M, LONGEST_M = 0.5, 2.0
"""Range of the longest extent of a solid in the scene."""

SIZE_SLACK = 0.01
"""How far a solid's extent may be from the range that was asked for, so that its scale has few digits."""

FIRST_TURN_DEG = 25.0
"""Rotation of the first edge from the x axis for seed 0: shows two faces of a box, one of them more."""

NEXT_TURN_DEG = 137.50776405003785
"""The golden angle: the rotations of successive seeds stay well apart for any number of seeds."""


def fit(
    figure: s.Figure,
    coordinates: Coordinates,
    seed: int = 0,
    size: SolidSize | None = None,
    stated: Sequence[StatedLength] = (),
) -> Fitted:
    """The figure in the scene's frame: z up, floor z = 0, the main solid's bounding circle in plan at the origin.

    `seed` selects the rotation about the vertical. Without a `size` the solid fills a ball of diameter 1.9 m; with one
    its scale is a short decimal that makes the `stated` lengths short as well.
    """
    solid = main_solid(figure)
    state = completed(figure, coordinates)
    assembly = assemble(figure, solid, state)
    rotation = _rotation(assembly, seed)
    per_unit = _longest_extent(assembly.points)
    factor = _default_scale(assembly) if size is None else _short_scale(size, per_unit, stated)
    points = factor * assembly.points @ rotation.T
    centre, _ = smallest_ball(points[:, :2])
    shift = np.array([-centre[0], -centre[1], -factor * assembly.floor(rotation[2])])
    moved = _moved(figure, state, rotation, factor, shift)
    rows = tuple(_vec(row) for row in rotation)
    return Fitted(
        solid=solid.name,
        scale=factor,
        longest_m=factor * per_unit,
        thinnest_m=_thinnest(points),
        rotation=(rows[0], rows[1], rows[2]),
        shift_m=_vec(shift),
        coordinates=coordinates_of(moved),
    )


def assemble(figure: s.Figure, solid: s.SolidDecl, state: FigureState) -> Assembly:
    """The simple bodies of a solid at the state's coordinates."""
    bodies = [(sign, needs_shape(body_of(part, state))) for sign, part in simple_parts(figure, solid)]
    added, removed = (tuple(b for sign, b in bodies if sign == wanted) for wanted in "+-")
    return Assembly(added, removed)


def _rotation(assembly: Assembly, seed: int) -> Array:
    """Rows x, y, z of the scene's axes in the figure's frame."""
    up = rest_up_direction(assembly)
    along = _level_direction(assembly, up)
    turn = np.radians((FIRST_TURN_DEG + seed * NEXT_TURN_DEG) % 360.0)
    x = np.cos(turn) * along - np.sin(turn) * cross(up, along)
    return np.stack([x, cross(up, x), up])


def _level_direction(assembly: Assembly, up: Array) -> Array:
    """A horizontal direction fixed to the solid: from the first vertex to the next one not above or below it."""
    spokes = assembly.points - assembly.points[0]
    level = spokes - np.outer(spokes @ up, up)
    first = int(np.argmax(norm(level) > 1e-3 * assembly.size))
    return unit(level[first])


def _default_scale(assembly: Assembly) -> float:
    return BALL_DIAMETER_M / (2 * smallest_ball(assembly.points)[1])


def _short_scale(size: SolidSize, per_unit: float, stated: Sequence[StatedLength]) -> float:
    if not SHORTEST_M <= size.least_m <= size.longest_m <= size.most_m <= LONGEST_M:
        raise GeometryError(
            f"the solid cannot be {size.longest_m:.3g} m long within {size.least_m:.3g} to {size.most_m:.3g} m;"
            f" a scene allows {SHORTEST_M} to {LONGEST_M} m"
        )
    low = max(SHORTEST_M, size.least_m * (1 - SIZE_SLACK))
    high = min(LONGEST_M, size.most_m * (1 + SIZE_SLACK))
    return short_scale(size.longest_m / per_unit, (low / per_unit, high / per_unit), stated)


def _thinnest(points: Array) -> float:
    """The least extent along the vertical and the two main horizontal directions."""
    level = points[:, :2] - points[:, :2].mean(axis=0)
    _, _, directions = np.linalg.svd(level, full_matrices=False)
    return float(min(np.ptp(points[:, 2]), *np.ptp(level @ directions.T, axis=0)))


def _longest_extent(points: Array) -> float:
    return max(float(norm(points - p).max()) for p in points)


def _moved(figure: s.Figure, state: FigureState, rotation: Array, scale: float, shift: Array) -> FigureState:
    """The whole state after the similarity transform; numbers scale with their power of length."""
    powers = {name: float(power) for name, power in unknown_powers(figure).items()}
    moved = FigureState(state.solids)
    moved.points = {name: scale * rotation @ p + shift for name, p in state.points.items()}
    for name, value in state.numbers.items():
        # Radii of solids have hidden names and are lengths; parameters are defined by the figure and do not scale.
        power = 1.0 if is_hidden(name) else powers.get(name, 0.0)
        moved.numbers[name] = value * scale**power
    for name, (normal, offset) in state.planes.items():
        turned = unit(rotation @ normal)
        moved.planes[name] = (turned, scale * offset + turned @ shift)
    return moved


def _vec(p: Array) -> Vec3:
    return (float(p[0]), float(p[1]), float(p[2]))
