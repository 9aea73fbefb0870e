"""A solved figure placed in the scene: scaled to fit the camera, in its rest pose on the floor around the origin.

A similarity transform without reflection: chirality is kept, every length is scaled by the same factor, and all points,
radii, lengths and planes are transformed, so that everything can be measured in the scene. Raises GeometryError if the
scale would make the solid larger or smaller than a scene allows.
"""

import numpy as np

from geometry.conditions.verify import completed
from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.notation.catalogue import is_hidden
from geometry.notation.main_solid import main_solid, simple_parts
from geometry.notation.unknown_powers import unknown_powers
from geometry.numerics.vectors import Array, cross, norm, unit
from geometry.pose.fitted import Fitted
from geometry.pose.rest_pose import Assembly, rest_up_direction
from geometry.shapes.bodies import body_of
from geometry.shapes.coordinates import Coordinates, Vec3
from geometry.shapes.enclosing_ball import smallest_ball
from geometry.shapes.state import FigureState, coordinates_of
from geometry.shapes.support import needs_shape

BALL_DIAMETER_M = 1.9
"""Diameter of the solid's smallest enclosing ball: by Jung's theorem its longest extent is then 1.55 to 1.9 m."""

SHORTEST_M, LONGEST_M = 0.5, 2.0
"""Range of the longest extent of a solid in the scene."""

FIRST_TURN_DEG = 25.0
"""Rotation of the first edge from the x axis for seed 0: shows two faces of a box, one of them more."""

NEXT_TURN_DEG = 137.50776405003785
"""The golden angle: the rotations of successive seeds stay well apart for any number of seeds."""


def fit(figure: s.Figure, coordinates: Coordinates, seed: int = 0, scale: float | None = None) -> Fitted:
    """The figure in the scene's frame: z up, floor z = 0, the main solid's bounding circle in plan at the origin.

    `seed` selects the rotation about the vertical. Without `scale` the solid fills a ball of diameter 1.9 m.
    """
    solid = main_solid(figure)
    state = completed(figure, coordinates)
    assembly = assemble(figure, solid, state)
    rotation = _rotation(assembly, seed)
    factor = _default_scale(assembly) if scale is None else _allowed(scale, assembly)
    points = factor * assembly.points @ rotation.T
    centre, _ = smallest_ball(points[:, :2])
    shift = np.array([-centre[0], -centre[1], -factor * assembly.floor(rotation[2])])
    moved = _moved(figure, state, rotation, factor, shift)
    rows = tuple(_vec(row) for row in rotation)
    return Fitted(
        solid=solid.name,
        scale=factor,
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


def _allowed(scale: float, assembly: Assembly) -> float:
    per_unit = _longest_extent(assembly.points)
    longest = scale * per_unit
    if not SHORTEST_M <= longest <= LONGEST_M:
        raise GeometryError(
            f"at scale {scale:.6g} the solid would be {longest:.3g} m long; a scene allows {SHORTEST_M} to"
            f" {LONGEST_M} m, so the scale must be {SHORTEST_M / per_unit:.6g} to {LONGEST_M / per_unit:.6g}"
        )
    return scale


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
