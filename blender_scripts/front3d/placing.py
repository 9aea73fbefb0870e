"""Chooses where in a room the solid stands, and which furniture is left out.

The spot is the centre of the largest free circle among the places that are far enough from every wall. Furniture is
never moved: it stays where its house places it or is left out, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .floorplan import FLAT_M, STEP_M, FloorGrid, distances_m, quad_cells
from .furniture import Placed
from .sight import blocking_faces, in_sight

HIDES = "hides the solid from a camera"
HANGS_M = 1.8  # a piece that begins above this hangs from the ceiling, which is not drawn


@dataclass(frozen=True)
class LeftOut:
    """Something in the house that is left out of the built room."""

    what: str
    reason: str


def best_spot(grid: FloorGrid, walls: np.ndarray, items: list[Placed], clear_m: float) -> np.ndarray | None:
    """The point (3,) on the floor for the solid; None if no circle of radius `clear_m` fits between the walls."""
    free = np.where(walls >= clear_m, clearance(grid, walls, items), -1.0)
    best = free.max()
    if best < 0:
        return None
    # Ties go to the place farthest from the walls, then the first; rounding makes ties the same on every machine.
    order = np.round(walls, 6) * (free >= best - 1e-6)
    row, column = np.unravel_index(int(np.argmax(order)), order.shape)
    return np.array([*(grid.corner + (np.array([row, column]) + 0.5) * STEP_M), grid.level_m])


def clearance(grid: FloorGrid, walls: np.ndarray, items: list[Placed]) -> np.ndarray:
    """For each cell the distance to the nearest wall or piece of furniture that stands on the floor."""
    taken = np.zeros_like(grid.cells)
    for item in items:
        if not is_flat(item, grid.level_m) and not _hangs(item, grid.level_m):
            taken |= quad_cells(grid, item.footprint)
    return np.minimum(walls, distances_m(~taken)) if taken.any() else walls


def is_flat(item: Placed, level_m: float = 0.0) -> bool:
    """Whether a piece is a rug that lies flat on the floor."""
    return bool(item.xyz[:, 2].max() - level_m <= FLAT_M and item.xyz[:, 2].min() - level_m >= -FLAT_M)


def cleared(items: list[Placed], clear_m: float) -> tuple[list[Placed], list[LeftOut]]:
    """The furniture (spot at the origin) that is kept, and what is left out."""
    reasons = {id(item): _reason(item, clear_m) for item in items}
    for item in _blocking([item for item in items if not reasons[id(item)] and not is_flat(item)]):
        reasons[id(item)] = HIDES
    left = [LeftOut(f"{item.piece.title} {item.piece.uid}", reasons[id(item)]) for item in items if reasons[id(item)]]
    return [item for item in items if not reasons[id(item)]], left


def _reason(item: Placed, clear_m: float) -> str:
    checks: tuple[tuple[Callable[[], bool], str], ...] = (
        (lambda: is_flat(item), ""),
        (lambda: _hangs(item), "hangs from the ceiling, which is not drawn"),
        (lambda: _plan_distance(item) < clear_m, f"stands within {clear_m} m of the solid"),
        (lambda: bool(in_sight(item.xyz).any()), HIDES),
    )
    return next((reason for applies, reason in checks if applies()), "")


def _blocking(items: list[Placed]) -> list[Placed]:
    """A second occlusion test, by ray casting: a long face may occlude the solid although its vertices do not."""
    found: list[Placed] = []
    while items:
        starts = np.cumsum([0] + [len(item.xyz) for item in items])
        faces = np.concatenate([item.faces + start for item, start in zip(items, starts, strict=False)])
        owner = np.repeat(np.arange(len(items)), [len(item.faces) for item in items])
        blocked = set(owner[blocking_faces(np.concatenate([i.xyz for i in items]), faces, True)].tolist())
        if not blocked:
            break
        found += [items[k] for k in sorted(blocked)]
        items = [item for k, item in enumerate(items) if k not in blocked]
    return found


def _hangs(item: Placed, level_m: float = 0.0) -> bool:
    return bool(item.xyz[:, 2].min() - level_m > HANGS_M)


def _plan_distance(item: Placed) -> float:
    """From the origin to the nearest point of the piece's footprint, 0 inside it."""
    corners = item.footprint
    following = np.roll(corners, -1, axis=0)
    side = corners[:, 0] * following[:, 1] - corners[:, 1] * following[:, 0]
    if (side >= 0).all() or (side <= 0).all():
        return 0.0
    edge = following - corners
    share = np.clip(-(corners * edge).sum(axis=1) / np.maximum((edge**2).sum(axis=1), 1e-12), 0.0, 1.0)
    return float(np.linalg.norm(corners + share[:, None] * edge, axis=1).min())
