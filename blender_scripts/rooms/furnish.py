"""Furnishes a room from its style: groups in four directions, corners, and pieces along the walls."""

from random import Random

from blender_scripts.rooms.layout import Frame, wall_line
from blender_scripts.rooms.room_builder import RoomBuilder
from blender_scripts.rooms.shell import Windows
from blender_scripts.rooms.style import Style

# On the diagonal: far enough from the walls for a shelf set across the corner.
NOOK_M = 9.6


def furnish(stage: RoomBuilder, style: Style, walls: tuple[Windows, ...], rng: Random) -> None:
    """Add a group in every direction, one in every corner, a line along every wall; nearer groups first."""
    sides, corners = list(style.sides), list(style.corners)
    rng.shuffle(sides)
    rng.shuffle(corners)
    for k in range(4):
        sides[k % len(sides)](_frame(stage, 90.0 * k + rng.uniform(-5, 5), rng))
    for k in range(4):
        frame = _frame(stage, 90.0 * k + 45.0, rng)
        corners[k % len(corners)](frame)
        frame.put(rng.choice(style.nooks)(rng), 0.0, NOOK_M)
    for k in range(4):
        wall_line(Frame(stage, 90.0 * k, False, rng), style.wall_pieces, style.wall_places_m, walls[k])


def _frame(stage: RoomBuilder, angle_deg: float, rng: Random) -> Frame:
    return Frame(stage, angle_deg, rng.random() < 0.5, rng)
