"""Parses one house file of 3D-FRONT into plain records: rooms, architecture, furniture, materials.

Files and records are Y-up, right-handed and in metres (frames.py converts them). Numbers may be strings, uvs may be
null, references may be dangling: every value is cast and checked, and an unusable one raises a FrontError that names
the file. Only furniture marked `valid` is used, as in the data set's own toolbox. The transform of architecture
children is not applied: those meshes are in house coordinates already.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .library import FrontError

NOT_DRAWN = ("ceil", "cornice", "lightband", "outer", "walltop", "wallbottom", "slab", "roof")
LARGEST_NUMBER = 1e7  # far above any length, colour or index of a house
LARGEST_HOUSE_BYTES = 200_000_000  # far above the largest published house


@dataclass(frozen=True)
class Sheet:
    """A mesh of architecture: xyz (n, 3) and uv (n, 2) or None in house coordinates, faces (m, 3)."""

    kind: str
    uid: str
    material: str
    xyz: np.ndarray
    faces: np.ndarray
    uv: np.ndarray | None

    @property
    def is_floor(self) -> bool:
        return "floor" in self.kind

    @property
    def is_drawn(self) -> bool:
        """Not part of a ceiling or of the outside."""
        return self.is_floor or not any(word in self.kind for word in NOT_DRAWN)


@dataclass(frozen=True)
class Piece:
    """A piece of furniture: its model (jid) and transform p = R(quat_xyzw) (v * scale) + pos."""

    uid: str
    jid: str
    title: str
    pos: np.ndarray
    quat_xyzw: np.ndarray
    scale: np.ndarray


@dataclass(frozen=True)
class Paint:
    """A wall or floor material: texture jid, fallback colour (sRGB, 0-1), the 2x2 part of its UVTransform."""

    jid: str
    srgb: tuple[float, float, float]
    uv_matrix: np.ndarray


@dataclass(frozen=True)
class RoomPlan:
    """A room of the house file; its children refer to furniture and architecture."""

    instance: str
    kind: str
    children: tuple[dict[str, Any], ...]


class House:
    """A parsed house file. Records are created on demand, which keeps listing rooms fast."""

    def __init__(self, file: Path):
        self.file = file
        self._json = _read(file)
        self._furniture = self._by_uid("furniture")
        self._meshes = self._by_uid("mesh")
        self._materials = self._by_uid("material")

    def rooms(self) -> tuple[RoomPlan, ...]:
        scene = self._json.get("scene")
        rooms = scene.get("room") if isinstance(scene, dict) else None
        if not isinstance(rooms, list):
            raise FrontError(f"{self.file} lists no rooms. Remedy: fetch this house again.")
        return tuple(_plan(room) for room in rooms if isinstance(room, dict))

    def room(self, instance: str) -> RoomPlan:
        for plan in self.rooms():
            if plan.instance == instance:
                return plan
        raise FrontError(f"{self.file} has no room {instance!r}. Remedy: take one from list_rooms.")

    def pieces(self, plan: RoomPlan) -> Iterator[Piece]:
        for child in plan.children:
            item = self._furniture.get(str(child.get("ref")))
            if item is not None and _is_true(item.get("valid")):
                yield self._piece(item, child)

    def sheets(self, plan: RoomPlan) -> tuple[list[Sheet], list[str]]:
        """The room's architecture, and a sentence for each mesh that cannot be used."""
        sheets, flaws = [], []
        for child in plan.children:
            item = self._meshes.get(str(child.get("ref")))
            if item is not None:
                try:
                    sheets.append(self._sheet(item))
                except FrontError as flaw:
                    flaws.append(str(flaw))
        return sheets, flaws

    def paint(self, uid: str) -> Paint:
        """The material with this uid; a neutral one if it does not exist."""
        item = self._materials.get(uid, {})
        colour = _numbers(item.get("color"))
        srgb = tuple(np.clip(colour[:3] / 255.0, 0.0, 1.0)) if colour is not None and len(colour) >= 3 else (0.8,) * 3
        matrix = _numbers(item.get("UVTransform"))
        uv_matrix = matrix.reshape(3, 3)[:2, :2] if matrix is not None and len(matrix) == 9 else np.eye(2)
        return Paint(str(item.get("jid") or ""), srgb, uv_matrix)

    def _by_uid(self, section: str) -> dict[str, dict[str, Any]]:
        rows = self._json.get(section)
        return {str(row.get("uid")): row for row in rows if isinstance(row, dict)} if isinstance(rows, list) else {}

    def _piece(self, item: dict[str, Any], child: dict[str, Any]) -> Piece:
        pos, quat, scale = (_numbers(child.get(key)) for key in ("pos", "rot", "scale"))
        where = f"{self.file}: furniture {item.get('uid')!r}"
        if pos is None or quat is None or scale is None or (len(pos), len(quat), len(scale)) != (3, 4, 3):
            raise FrontError(f"{where} has no readable position, rotation and scale. Remedy: fetch this house again.")
        if not np.linalg.norm(quat) > 1e-6 or not np.all(scale != 0):
            raise FrontError(f"{where} has a rotation or scale of zero. Remedy: fetch this house again.")
        title = str(item.get("category") or item.get("title") or "furniture")
        return Piece(str(item.get("uid")), str(item.get("jid") or ""), title, pos, quat, scale)

    def _sheet(self, item: dict[str, Any]) -> Sheet:
        xyz, faces = _numbers(item.get("xyz")), _numbers(item.get("faces"))
        where = f"{self.file}: mesh {item.get('uid')!r}"
        if xyz is None or faces is None or len(xyz) % 3 or len(faces) % 3 or not len(xyz) or not len(faces):
            raise FrontError(f"{where} is not a list of triangles. Remedy: fetch this house again.")
        corners = faces.astype(np.int64).reshape(-1, 3)
        if corners.min() < 0 or corners.max() >= len(xyz) // 3:
            raise FrontError(f"{where} has a face with a corner that does not exist. Remedy: fetch this house again.")
        uv = _numbers(item.get("uv"))
        uv = uv.reshape(-1, 2) if uv is not None and len(uv) == len(xyz) // 3 * 2 else None
        kind = str(item.get("type") or "").lower()
        return Sheet(kind, str(item.get("uid")), str(item.get("material") or ""), xyz.reshape(-1, 3), corners, uv)


def _read(file: Path) -> dict[str, Any]:
    try:
        if file.stat().st_size > LARGEST_HOUSE_BYTES:
            raise FrontError(f"{file} is larger than any house. Remedy: fetch this house again.")
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise FrontError(f"{file} is not readable JSON ({error}). Remedy: fetch this house again.") from error
    if not isinstance(found, dict):
        raise FrontError(f"{file} is JSON but not a house. Remedy: fetch this house again.")
    return found


def _plan(room: dict[str, Any]) -> RoomPlan:
    children = room.get("children")
    rows = tuple(row for row in children if isinstance(row, dict)) if isinstance(children, list) else ()
    return RoomPlan(str(room.get("instanceid") or ""), str(room.get("type") or "Room"), rows)


def _is_true(value: object) -> bool:
    return value is True or value == 1 or str(value).lower() == "true"


def _numbers(values: object) -> np.ndarray | None:
    """A flat list of plausible numbers (also as strings) as floats; None for anything else."""
    if not isinstance(values, list):
        return None
    try:
        found = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        return None
    return found if found.ndim == 1 and (np.abs(found) < LARGEST_NUMBER).all() else None
