"""The shell of a room: floor, ceiling, walls with tall windows, skirting and curtains."""

import math
from dataclasses import dataclass

import numpy as np

from blender_scripts.rooms.mesh import Part, box, moved, sheet
from blender_scripts.rooms.room_builder import RoomBuilder

CEILING_M = 6.0
WINDOW_TOP_M = 4.4
REVEAL_M = 0.28
# Benches, chests and plants may stand in front of a window, shelves may not.
LOW_PIECE_M = 0.95
SKIRTING_HEIGHT_M, SKIRTING_DEPTH_M = 0.13, 0.022


@dataclass(frozen=True)
class Windows:
    """Windows of one wall; `middles_m` are the positions of their centres along it."""

    middles_m: tuple[float, ...] = ()
    width_m: float = 2.2
    sill_m: float = 0.16
    panes: tuple[int, int] = (3, 6)
    """Columns and rows between the glazing bars."""
    curtains: bool = False
    view: str = "sky"
    """Role of the panes: `sky` or `paper` windows."""

    def hidden_by(self, middle: float, width: float, height: float) -> bool:
        """Whether a piece at the wall would be in front of the glass rather than below it."""
        return height > LOW_PIECE_M and any(
            left < middle + width / 2 and middle - width / 2 < right for left, right in self.spans
        )

    @property
    def spans(self) -> list[tuple[float, float]]:
        return [(m - self.width_m / 2, m + self.width_m / 2) for m in self.middles_m]


def build_shell(stage: RoomBuilder, walls: tuple[Windows, Windows, Windows, Windows]) -> None:
    """Floor, ceiling and four walls; wall k faces the centre from the direction k x 90 degrees."""
    x, y = stage.half_x, stage.half_y
    stage.add(
        [
            _plate(x + REVEAL_M, y + REVEAL_M, 0.0, "floor", up=True),
            _plate(x + REVEAL_M, y + REVEAL_M, CEILING_M, "ceiling", up=False),
        ]
    )
    for side, windows in enumerate(walls):
        near, width = (x, y) if side % 2 == 0 else (y, x)
        # A wall is built in a local frame: x along it, y outwards; direction 0 is the +x side.
        # Boards of every other wall are shorter, against coplanar faces in the corners.
        board = _skirting(near, width - (SKIRTING_DEPTH_M if side % 2 else 0.0))
        parts = moved([board, *_wall(near, width, windows)], turn_deg=90.0 * side - 90.0)
        stage.add(parts)
        stage.keep_free([part for part in parts if part.role == "curtain"])


def _plate(half_x: float, half_y: float, z: float, role: str, up: bool) -> Part:
    vertices = np.array([(-half_x, -half_y, z), (half_x, -half_y, z), (half_x, half_y, z), (-half_x, half_y, z)])
    face = (0, 1, 2, 3) if up else (3, 2, 1, 0)
    return Part(vertices, (face,), role, vertices[list(face), :2])


def _wall(near: float, half_width: float, windows: Windows) -> list[Part]:
    parts = [_wall_face(near, half_width, windows)]
    for left, right in windows.spans:
        parts += moved(_window(right - left, windows), ((left + right) / 2, near, 0.0))
        if windows.curtains:
            for end, turn in ((left, -1), (right, 1)):
                parts += moved(_curtain(turn), (end + turn * 0.16, near - 0.14, 0.0))
    return parts


def _wall_face(near: float, half_width: float, windows: Windows) -> Part:
    """The wall as one grid without the windows, which avoids T-junctions."""
    us = sorted({-half_width, half_width, *(u for span in windows.spans for u in span)})
    zs = [0.0, CEILING_M] if not windows.middles_m else [0.0, windows.sill_m, WINDOW_TOP_M, CEILING_M]
    points = np.array([(u, near, z) for u in us for z in zs])
    faces = []
    for i in range(len(us) - 1):
        for j in range(len(zs) - 1):
            is_window = any(abs(us[i] - left) < 1e-9 for left, _ in windows.spans) and j == 1
            if not is_window:
                k = i * len(zs) + j
                faces.append((k, k + len(zs), k + len(zs) + 1, k + 1))
    return Part(points, tuple(faces), "wall", points[np.array(faces).ravel()][:, [0, 2]])


def _skirting(near: float, half_width: float) -> Part:
    """A board along the wall; it continues below the windows, whose sills are above it."""
    size = (2 * half_width - 0.002, SKIRTING_DEPTH_M, SKIRTING_HEIGHT_M)
    return box(size, (0.0, near - SKIRTING_DEPTH_M / 2, SKIRTING_HEIGHT_M / 2), "trim", bevel=0.006)


def _window(width: float, windows: Windows) -> list[Part]:
    """Reveal, pane, frame, bars and sill of a window whose middle is x = 0 on the wall plane y = 0."""
    half, sill = width / 2, windows.sill_m
    board = box((width + 0.12, 0.16, 0.035), (0.0, 0.03, sill - 0.012), "trim", bevel=0.01)
    return [
        _pane(half, windows),
        *_reveal(half, sill, WINDOW_TOP_M),
        *_frame(width, windows),
        *_bars(width, windows),
        board,
    ]


def _frame(width: float, windows: Windows) -> list[Part]:
    sill, top, depth = windows.sill_m, WINDOW_TOP_M, REVEAL_M - 0.08
    uprights = [
        box((0.09, 0.07, top - sill - 0.004), (sx * (width / 2 - 0.047), depth, (sill + top) / 2), "frame")
        for sx in (-1, 1)
    ]
    rails = [box((width - 0.19, 0.07, 0.10), (0.0, depth, z), "frame") for z in (sill + 0.057, top - 0.047)]
    return uprights + rails


def _bars(width: float, windows: Windows) -> list[Part]:
    """Glazing bars; the vertical ones are thicker, against coplanar faces where they cross."""
    sill, height = windows.sill_m, WINDOW_TOP_M - windows.sill_m
    columns, rows = windows.panes
    xs = [-width / 2 + width * i / columns for i in range(1, columns)]
    zs = [sill + height * j / rows for j in range(1, rows)]
    upright = [box((0.045, 0.04, height - 0.23), (x, REVEAL_M - 0.075, sill + height / 2), "frame") for x in xs]
    return upright + [box((width - 0.2, 0.03, 0.035), (0.0, REVEAL_M - 0.072, z), "frame") for z in zs]


def _pane(half: float, windows: Windows) -> Part:
    sill, top = windows.sill_m, WINDOW_TOP_M
    corners = np.array([(-half, REVEAL_M, sill), (half, REVEAL_M, sill), (half, REVEAL_M, top), (-half, REVEAL_M, top)])
    return Part(corners, ((0, 1, 2, 3),), f"{windows.view}_pane", corners[:, [0, 2]])


def _reveal(half: float, sill: float, top: float) -> list[Part]:
    def strip(a: tuple[float, float], b: tuple[float, float]) -> Part:
        rim = [(a[0], 0.0, a[1]), (b[0], 0.0, b[1]), (b[0], REVEAL_M, b[1]), (a[0], REVEAL_M, a[1])]
        corners = np.array(rim)
        return Part(corners, ((0, 1, 2, 3),), "wall", corners[:, [0, 2]])

    loop = [(-half, sill), (half, sill), (half, top), (-half, top)]
    return [strip(loop[i], loop[(i + 1) % 4]) for i in range(4)]


def _curtain(turn: int) -> list[Part]:
    """A gathered drape from a rod down to the floor."""

    def folds(u: np.ndarray, v: np.ndarray) -> np.ndarray:
        spread = 0.42 + 0.1 * (1 - v)
        wave = 0.045 * np.sin(u * 2 * math.pi * 5) * (1.15 - 0.4 * v)
        return np.column_stack([turn * (u - 0.5) * spread, wave, 0.012 + v * (WINDOW_TOP_M + 0.2)])

    return [sheet(folds, (40, 6), "curtain", (0.9, WINDOW_TOP_M))]
