"""Collects the parts of a room, tests where furniture may be placed, and converts everything to Blender meshes.

A piece is rejected (False) if it would be in the foreground of any orbit picture, on the free floor, in a wall or in
another piece; a layout may therefore offer more than fits.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import bpy
import numpy as np

from blender_scripts.rooms.mesh import Part, moved

# Inside this radius only rug and scale cue are on the floor.
CLEAR_RADIUS_M = 2.85

# Cameras are on a circle (slant 8 m, 30 degrees down) and see 16 degrees below that: what is under the lower edge of
# every picture neither occludes the object nor appears in the foreground.
CAMERA_RADIUS_M, CAMERA_HEIGHT_M = 6.93, 4.6
LOWER_EDGE_SLOPE = math.tan(math.radians(46.0))
EDGE_MARGIN_M = 0.03
ELBOW_ROOM_M = 0.05


@dataclass(frozen=True)
class Footprint:
    """Rectangle on the floor that a placed piece covers: four corners (4, 2)."""

    corners: np.ndarray
    name: str = ""

    def overlaps(self, other: "Footprint") -> bool:
        """Separating-axis test of two rectangles."""
        for shape in (self, other):
            for edge in np.diff(np.vstack([shape.corners, shape.corners[:1]]), axis=0)[:2]:
                axis = edge / np.linalg.norm(edge)
                a, b = self.corners @ axis, other.corners @ axis
                if a.max() <= b.min() or b.max() <= a.min():
                    return False
        return True


@dataclass
class RoomBuilder:
    """All parts of the room, before they become meshes."""

    half_x: float
    half_y: float
    parts: list[Part] = field(default_factory=list)
    footprints: list[Footprint] = field(default_factory=list)
    lamps: list[tuple[float, float, float]] = field(default_factory=list)
    """Positions of the lamps' lights."""

    def add(self, parts: Sequence[Part]) -> None:
        """Add parts without a placement test: the shell, the rug, hangings."""
        for part in parts:
            # Integer offsets give each part its own grain and keep one-shade parts in the middle of a step; they are
            # small because fine weaves need the floating-point precision.
            shift = 3.0 * (len(self.parts) % 97) if part.role not in FIXED_MAP else 0.0
            self.parts.append(Part(part.vertices, part.faces, part.role, part.uv + shift, part.smooth))

    def place(self, parts: Sequence[Part], x: float, y: float, turn_deg: float) -> bool:
        """Place a piece on the floor; False if it does not fit."""
        mark = _footprint(parts, x, y, turn_deg)
        if not self._is_free(parts, x, y, turn_deg) or any(mark.overlaps(other) for other in self.footprints):
            return False
        placed = moved(parts, (x, y, 0.0), turn_deg)
        self.footprints.append(mark)
        self.add([part for part in placed if part.role != "lamp_light"])
        for part in placed:
            if part.role == "lamp_light":
                self.lamps.append(tuple(float(c) for c in part.vertices.mean(axis=0)))
        return True

    def keep_free(self, parts: Sequence[Part]) -> None:
        """Reserve the floor below these hanging parts."""
        self.footprints.extend(_footprint([part], 0.0, 0.0, 0.0) for part in parts)

    def lay(self, parts: Sequence[Part], x: float, y: float, turn_deg: float) -> bool:
        """Place something flat on the floor, on which furniture may stand."""
        if not self._is_free(parts, x, y, turn_deg):
            return False
        self.add(moved(parts, (x, y, 0.0), turn_deg))
        return True

    def _is_free(self, parts: Sequence[Part], x: float, y: float, turn_deg: float) -> bool:
        """Whether the piece is off the free floor, outside the walls and below every picture's lower edge."""
        rims = np.concatenate([_rim(part) for part in parts])
        points = rims[:, :2] @ _turn(turn_deg).T + (x, y)
        radius = np.hypot(points[:, 0], points[:, 1])
        lower_edge = CAMERA_HEIGHT_M - LOWER_EDGE_SLOPE * (CAMERA_RADIUS_M - radius)
        inside = (np.abs(points[:, 0]) < self.half_x - 0.02) & (np.abs(points[:, 1]) < self.half_y - 0.02)
        return bool(
            (radius > CLEAR_RADIUS_M).all() and (rims[:, 2] < lower_edge - EDGE_MARGIN_M).all() and inside.all()
        )

    def build(self, materials: dict[str, bpy.types.Material]) -> None:
        """One mesh object per role, vertices in world space; unused materials are removed."""
        for role in dict.fromkeys(part.role for part in self.parts):
            _mesh_object(role, [part for part in self.parts if part.role == role], materials[role])
        for material in materials.values():
            if material.users == 0:
                bpy.data.materials.remove(material)


# Roles whose pattern depends on the UV map itself.
FIXED_MAP = frozenset({"rug", "side_rug", "rule"})


def _footprint(parts: Sequence[Part], x: float, y: float, turn_deg: float) -> Footprint:
    # Neighbours may reach under the outer leaves of a plant.
    shares = {"leaf": 0.55, "lamp_light": 0.0}
    points = np.vstack([part.vertices[:, :2] * shares.get(part.role, 1.0) for part in parts])
    low, high = points.min(axis=0) - ELBOW_ROOM_M / 2, points.max(axis=0) + ELBOW_ROOM_M / 2
    corners = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
    return Footprint(corners @ _turn(turn_deg).T + (x, y))


def _turn(turn_deg: float) -> np.ndarray:
    a = math.radians(turn_deg)
    return np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]])


# Samples around the unit square: the corners of a long piece are farther from the centre than its front.
_SQUARE = np.array(
    [
        (t, s)
        for t in (0.0, 0.25, 0.5, 0.75, 1.0)
        for s in ((0.0, 0.25, 0.5, 0.75, 1.0) if t in (0.0, 1.0) else (0.0, 1.0))
    ]
)


def _rim(part: Part) -> np.ndarray:
    """Points (n, 3) around the upper rim of the part's bounding box."""
    low, high = part.vertices.min(axis=0), part.vertices.max(axis=0)
    plan = low[:2] + _SQUARE * (high - low)[:2]
    return np.column_stack([plan, np.full(len(plan), high[2])])


def _mesh_object(name: str, parts: Sequence[Part], material: bpy.types.Material) -> None:
    starts = np.cumsum([0] + [len(part.vertices) for part in parts])
    faces = [
        tuple(i + int(start) for i in face) for part, start in zip(parts, starts, strict=False) for face in part.faces
    ]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(np.vstack([part.vertices for part in parts]).tolist(), [], faces)
    mesh.uv_layers.new(name="UVMap").data.foreach_set("uv", np.vstack([part.uv for part in parts]).ravel())
    smooth = np.concatenate([np.full(len(part.faces), part.smooth) for part in parts])
    mesh.polygons.foreach_set("use_smooth", smooth)
    mesh.materials.append(material)
    mesh.update()
    bpy.context.scene.collection.objects.link(bpy.data.objects.new(name, mesh))
