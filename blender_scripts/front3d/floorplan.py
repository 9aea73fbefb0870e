"""The floor of a room as an occupancy grid, and its distance transform, which gives the largest free circle.

Works in the scene frame. The floor's level is the height of most of its area; steps and platforms at other heights do
not count as floor, since the solid must stand on one plane.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

STEP_M = 0.05  # finer than the margin between the visible radius (1.2 m) and the cleared one (1.3 m)
SAME_LEVEL_M = 0.005
FLAT_M = 0.012  # geometry up to this height counts as floor
HEAD_ROOM_M = 2.0  # geometry that begins above this height leaves the floor free
WIDEST_FLOOR_M = 60.0  # a wider floor indicates a broken file; its grid would exhaust the memory


@dataclass(frozen=True)
class FloorGrid:
    """cells[i, j] is True where the floor is; the cell's centre is corner + (i + 0.5, j + 0.5) * STEP_M."""

    corner: np.ndarray
    cells: np.ndarray
    level_m: float

    @property
    def area_m2(self) -> float:
        return float(self.cells.sum()) * STEP_M**2

    @property
    def half_size_m(self) -> tuple[float, float]:
        """Half the floor's width along x and y."""
        x, y = (round(float(np.ptp(index) + 1) * STEP_M / 2, 3) for index in np.nonzero(self.cells))
        return x, y

    def holds(self, xy: np.ndarray) -> np.ndarray:
        """Which of the points (n, 2) lie over the floor."""
        index = np.floor((xy - self.corner) / STEP_M)
        inside = ((index >= 0) & (index < self.cells.shape)).all(axis=1)
        found = np.zeros(len(xy), dtype=bool)
        found[inside] = self.cells[tuple(index[inside].astype(int).T)]
        return found

    def cell_of(self, xy: np.ndarray) -> tuple[int, int]:
        """Row and column of the cell that holds a point (2,)."""
        row, column = np.floor((xy - self.corner) / STEP_M).astype(int)
        return int(row), int(column)

    def centres(self) -> np.ndarray:
        """The centres (rows, columns, 2) of all cells."""
        grid = np.stack(np.meshgrid(*(np.arange(n) for n in self.cells.shape), indexing="ij"), axis=-1)
        return self.corner + (grid + 0.5) * STEP_M

    def moved(self, offset: np.ndarray) -> FloorGrid:
        """The same floor, translated by `offset` (3,)."""
        return FloorGrid(self.corner + offset[:2], self.cells, self.level_m + float(offset[2]))


def floor_grid(triangles: np.ndarray) -> FloorGrid | None:
    """The grid of floor triangles (n, 3, 3); None if they do not form a level floor of plausible size."""
    areas = _plan_areas(triangles)
    level_triangles = triangles[(areas > 1e-9) & (np.ptp(triangles[:, :, 2], axis=1) < SAME_LEVEL_M)]
    if not len(level_triangles):
        return None
    level = _main_level(level_triangles)
    flat = level_triangles[np.abs(level_triangles[:, :, 2].mean(axis=1) - level) < SAME_LEVEL_M][:, :, :2]
    low, high = flat.min(axis=(0, 1)), flat.max(axis=(0, 1))
    if (high - low).max() > WIDEST_FLOOR_M:
        return None
    # Padded by one empty cell, so that distances to the outside are distances to a cell.
    shape = tuple(np.ceil((high - low) / STEP_M).astype(int) + 2)
    grid = FloorGrid(low - STEP_M, np.zeros(shape, dtype=bool), level)
    centres = grid.centres()
    for triangle in flat:
        _fill(grid, centres, triangle)
    return grid if grid.cells.any() else None


def distances_m(free: np.ndarray) -> np.ndarray:
    """Euclidean distance transform: for each cell the exact distance from its centre to the nearest cell not free.

    Two passes of the lower envelope of parabolas (Felzenszwalb & Huttenlocher), along columns and along rows, here by
    brute force: a floor has at most some hundred rows.
    """
    rows = np.arange(free.shape[0])
    far = float(sum(free.shape)) ** 2
    gaps = np.where(free, far, 0.0)
    column = _lower_envelope(gaps, rows)
    return np.sqrt(_lower_envelope(column.T, np.arange(free.shape[1])).T) * STEP_M


def quad_cells(grid: FloorGrid, corners: np.ndarray) -> np.ndarray:
    """The cells covered by a convex quadrilateral (4, 2), its corners in order."""
    cells = FloorGrid(grid.corner, np.zeros_like(grid.cells), grid.level_m)
    centres = grid.centres()
    _fill(cells, centres, corners[[0, 1, 2]])
    _fill(cells, centres, corners[[0, 2, 3]])
    return cells.cells


def standing_cells(grid: FloorGrid, triangles: np.ndarray) -> np.ndarray:
    """The cells occupied by architecture (n, 3, 3): walls and columns by their edges, platforms by their area."""
    height = triangles[:, :, 2] - grid.level_m
    stands = (height.min(axis=1) < HEAD_ROOM_M) & (height.max(axis=1) > FLAT_M)
    plan = triangles[stands][:, :, :2]
    starts, ends = plan.reshape(-1, 2), np.roll(plan, -1, axis=1).reshape(-1, 2)
    index = np.floor((_along(starts, ends) - grid.corner) / STEP_M)
    index = index[((index >= 0) & (index < grid.cells.shape)).all(axis=1)].astype(int)
    taken = FloorGrid(grid.corner, np.zeros_like(grid.cells), grid.level_m)
    taken.cells[tuple(index.T)] = True
    centres = grid.centres()
    for triangle in plan[_plan_areas(triangles[stands]) > STEP_M**2]:
        _fill(taken, centres, triangle)
    return taken.cells


def _along(starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Points (k, 2) on plan segments (n, 2) to (n, 2), half a cell apart for segments no longer than a floor."""
    lengths = np.minimum(np.linalg.norm(ends - starts, axis=1), WIDEST_FLOOR_M)
    counts = np.ceil(lengths / (STEP_M / 2)).astype(int) + 1
    owner = np.repeat(np.arange(len(starts)), counts)
    rank = np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts)
    share = rank / np.maximum(counts[owner] - 1, 1)
    return starts[owner] + share[:, None] * (ends - starts)[owner]


def _lower_envelope(values: np.ndarray, positions: np.ndarray) -> np.ndarray:
    squares = (positions[:, None] - positions[None, :]) ** 2.0
    return np.stack([(squares + column[None, :]).min(axis=1) for column in values.T], axis=1)


def _plan_areas(triangles: np.ndarray) -> np.ndarray:
    first, second = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    return np.abs(first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]) / 2


def _main_level(triangles: np.ndarray) -> float:
    heights, areas = triangles[:, :, 2].mean(axis=1), _plan_areas(triangles)
    order = np.argsort(heights, kind="stable")
    heights, total = heights[order], np.concatenate([[0.0], np.cumsum(areas[order])])
    below = np.searchsorted(heights, heights - SAME_LEVEL_M, side="right")
    above = np.searchsorted(heights, heights + SAME_LEVEL_M, side="left")
    return float(heights[int(np.argmax(total[above] - total[below]))])


def _fill(grid: FloorGrid, centres: np.ndarray, triangle: np.ndarray) -> None:
    """Mark the cells whose centre is in a plan triangle (3, 2); shared edges count for both triangles."""
    low = np.clip(np.floor((triangle.min(axis=0) - grid.corner) / STEP_M).astype(int), 0, grid.cells.shape)
    high = np.clip(np.ceil((triangle.max(axis=0) - grid.corner) / STEP_M).astype(int) + 1, 0, grid.cells.shape)
    window = (slice(low[0], high[0]), slice(low[1], high[1]))
    points = centres[window]
    sides = [_side(triangle[k], triangle[(k + 1) % 3], points) for k in range(3)]
    slack = 1e-9
    inside = np.all([side >= -slack for side in sides], axis=0) | np.all([side <= slack for side in sides], axis=0)
    grid.cells[window] |= inside


def _side(start: np.ndarray, end: np.ndarray, points: np.ndarray) -> np.ndarray:
    edge, towards = end - start, points - start
    return edge[0] * towards[..., 1] - edge[1] * towards[..., 0]
