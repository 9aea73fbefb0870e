"""Lists the rooms of a 3D-FRONT download and whether each is usable, without importing models.

A broken house becomes an entry of the list with a reason; listing continues.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .floorplan import FloorGrid, distances_m, floor_grid, standing_cells
from .frames import to_scene
from .house import House, RoomPlan, Sheet
from .library import FrontError, FrontLibrary, open_library

CLEAR_RADIUS_M = 1.3  # the solid's plan radius is at most 1.1 m; the rest is margin


@dataclass(frozen=True)
class FrontRoom:
    """One room of a download; `reason` is empty if and only if the room is usable."""

    house: str
    room: str
    kind: str
    floor_area_m2: float
    largest_circle_m: float
    """Radius of the largest circle on the floor between the walls; larger rooms keep more of their furniture."""
    usable: bool
    reason: str


def list_rooms(path: str, first: int | None = None) -> list[FrontRoom]:
    """Every room of the download at `path` in a fixed order; `first` limits it to the first houses by name."""
    library = open_library(path)
    return [room for file in library.houses[:first] for room in _rooms_of(library, file)]


@dataclass(frozen=True)
class RoomFloor:
    """A room's floor grid, each cell's distance to walls and columns, the architecture, and its broken meshes."""

    grid: FloorGrid
    walls_m: np.ndarray
    sheets: tuple[Sheet, ...]
    flaws: tuple[str, ...]


def room_floor(house: House, plan: RoomPlan) -> RoomFloor:
    """The room's floor; FrontError if there is none or no circle of CLEAR_RADIUS_M fits."""
    where = f"{house.file}: room {plan.instance}"
    sheets, flaws = house.sheets(plan)
    grid = floor_grid(_triangles(sheet for sheet in sheets if sheet.is_floor))
    if grid is None:
        why = f" ({flaws[0]})" if flaws else ""
        raise FrontError(f"{where} has no level floor{why}. Remedy: take another room.")
    standing = standing_cells(grid, _triangles(sheet for sheet in sheets if sheet.is_drawn))
    walls = distances_m(grid.cells & ~standing)
    if walls.max() < CLEAR_RADIUS_M:
        raise FrontError(
            f"{where} is too small: the largest circle on its floor has a radius of {walls.max():.2f} m, and "
            f"{CLEAR_RADIUS_M} m are needed. Remedy: take another room."
        )
    return RoomFloor(grid, walls, tuple(sheets), tuple(flaws))


def _triangles(sheets: Iterable[Sheet]) -> np.ndarray:
    found = [to_scene(sheet.xyz)[sheet.faces] for sheet in sheets]
    return np.concatenate(found) if found else np.zeros((0, 3, 3))


def check_models(library: FrontLibrary, house: House, plan: RoomPlan) -> None:
    """Raise FrontError for the first piece of furniture whose model is not in the download."""
    for piece in house.pieces(plan):
        model = library.model(piece.jid)
        if not model.is_file():
            raise FrontError(
                f"{house.file}: room {plan.instance} needs {model}, which is missing. Remedy: unpack 3D-FUTURE-model "
                "whole, or take another room."
            )


def _rooms_of(library: FrontLibrary, file: Path) -> list[FrontRoom]:
    try:
        house = House(file)
        plans = house.rooms()
    except FrontError as error:
        return [FrontRoom(file.name, "", "", 0.0, 0.0, False, str(error))]
    return sorted((_room(library, house, plan) for plan in plans), key=lambda room: (room.room, room.kind))


def _room(library: FrontLibrary, house: House, plan: RoomPlan) -> FrontRoom:
    area, circle, reason = 0.0, 0.0, ""
    try:
        floor = room_floor(house, plan)
        area, circle = round(floor.grid.area_m2, 2), round(float(floor.walls_m.max()), 2)
        check_models(library, house, plan)
    except FrontError as error:
        reason = str(error)
    return FrontRoom(house.file.name, plan.instance, plan.kind, area, circle, not reason, reason)
