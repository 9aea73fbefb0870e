"""Placement of furniture in local frames around the centre of the room.

A frame's y axis points outwards from the room's centre, its x axis is tangential; pieces face the centre unless
rotated. Pieces are offered, and `RoomBuilder` rejects those that do not fit.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from blender_scripts.rooms.mesh import Part
from blender_scripts.rooms.room_builder import RoomBuilder
from blender_scripts.rooms.rugs import side_rug
from blender_scripts.rooms.shell import Windows


@dataclass(frozen=True)
class Frame:
    """The local frame of one direction of the room, optionally mirrored."""

    stage: RoomBuilder
    angle_deg: float
    mirror: bool
    rng: Random

    def put(self, piece: Sequence[Part], x: float, y: float, turn_deg: float = 0.0) -> bool:
        """Offer a piece at (x, y) of this frame, rotated relative to facing the centre."""
        return self.stage.place(piece, *self._spot(x, y, turn_deg))

    def rug(self, x: float, y: float, turn_deg: float = 0.0) -> bool:
        """Offer a rug for the group."""
        return self.stage.lay(side_rug(), *self._spot(x, y, turn_deg))

    def _spot(self, x: float, y: float, turn_deg: float) -> tuple[float, float, float]:
        sign = -1.0 if self.mirror else 1.0
        # The frame's y axis points along angle_deg, so its x axis is 90 degrees behind.
        a = math.radians(self.angle_deg - 90.0)
        c, s = math.cos(a), math.sin(a)
        return sign * x * c - y * s, sign * x * s + y * c, self.angle_deg - 90.0 + sign * turn_deg

    def at_wall(self, piece: Sequence[Part], x: float, gap: float = 0.05) -> bool:
        """Offer a piece with its back against the wall of this side."""
        return self.put(piece, x, self.wall_m - float(_bounds(piece)[1][1]) - gap)

    @property
    def wall_m(self) -> float:
        """Distance of the wall in this direction."""
        return self.stage.half_x if round(self.angle_deg / 90) % 2 == 0 else self.stage.half_y


Group = Callable[[Frame], None]
Maker = Callable[[Random], list[Part]]


def wall_line(f: Frame, makers: Sequence[Maker], middles_m: Sequence[float], windows: Windows) -> None:
    """Place one piece at each position along the wall; tall ones not in front of windows."""
    order = list(makers)
    f.rng.shuffle(order)
    for x in middles_m:
        for maker in order:
            piece = maker(f.rng)
            low, high = _bounds(piece)
            if not windows.hidden_by(x, high[0] - low[0], high[2]) and f.at_wall(piece, x):
                break
        order.append(order.pop(0))


def _bounds(piece: Sequence[Part]) -> tuple[np.ndarray, np.ndarray]:
    points = np.vstack([part.vertices for part in piece])
    return points.min(axis=0), points.max(axis=0)
