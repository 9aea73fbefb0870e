"""Floors as procedural shader nodes over the world position, in metres: boards, parquet, tiles, mats, carpet.

Each function returns a paint for `materials.matte`.
"""

import math

from blender_scripts.rooms.colour import Rgb, blend
from blender_scripts.rooms.materials import Graph, Paint, Socket, Value
from blender_scripts.rooms.patterns import wood_grain

# Narrower joints are below the pixel size at 8 m and flicker along the orbit (aliasing).
JOINT_M = 0.004


def _cell(g: Graph, value: Value, size: float) -> tuple[Socket, Socket]:
    """Index of the cell that contains a coordinate, and the distance to its nearer end, in metres."""
    ratio = g.math("DIVIDE", value, size)
    number = g.math("FLOOR", ratio)
    return number, g.math("PINGPONG", g.math("MULTIPLY", ratio, size), size / 2)


def _jointed(g: Graph, surface: Value, edge_m: Value, joint: Rgb, width_m: float = JOINT_M) -> Socket:
    return g.mix(g.step(edge_m, width_m * 0.35, width_m * 0.9), joint, surface)


def planks(dark: Rgb, light: Rgb, width_m: float = 0.15, turned: bool = False) -> Paint:
    """Boards of random shade, each row shifted by its own amount."""

    def draw(g: Graph) -> Socket:
        x, y, _ = g.axes(g.position())
        along, across = (y, x) if turned else (x, y)
        row, side = _cell(g, across, width_m)
        shift = g.math("MULTIPLY", g.chance(g.vector(row, 3.0)), 9.0)
        number, end = _cell(g, g.math("ADD", along, shift), 2.2)
        board = wood_grain(g, along, across, g.chance(g.vector(row, number)), (dark, light))
        return _jointed(g, board, g.math("MINIMUM", side, end), blend(dark, (0.02, 0.015, 0.01), 0.6))

    return draw


def chevron(dark: Rgb, light: Rgb, width_m: float = 0.13, column_m: float = 0.62) -> Paint:
    """French point parquet: boards at 45 degrees meeting along straight seams."""

    def draw(g: Graph) -> Socket:
        x, y, _ = g.axes(g.position())
        column, seam = _cell(g, x, column_m)
        zig = g.math("PINGPONG", x, column_m)
        slant = g.math("MULTIPLY", g.math("ADD", y, zig), math.sqrt(0.5))
        run = g.math("MULTIPLY", g.math("SUBTRACT", zig, y), math.sqrt(0.5))
        row, side = _cell(g, slant, width_m)
        board = wood_grain(g, run, slant, g.chance(g.vector(row, column)), (dark, light))
        return _jointed(g, board, g.math("MINIMUM", side, seam), blend(dark, (0.02, 0.015, 0.01), 0.5))

    return draw


def basket(dark: Rgb, light: Rgb, block_m: float) -> Paint:
    """Basket parquet: square blocks of four boards, alternately rotated by 90 degrees."""

    def draw(g: Graph) -> Socket:
        x, y, _ = g.axes(g.position())
        along, across, block, ends = _woven_blocks(g, x, y, block_m)
        slat, side = _cell(g, across, block_m / 4)
        board = wood_grain(g, along, across, g.chance(g.vector(block, slat)), (dark, light))
        return _jointed(g, board, g.math("MINIMUM", side, ends), blend(dark, (0.02, 0.015, 0.01), 0.5))

    return draw


def _woven_blocks(g: Graph, x: Value, y: Value, size: float) -> tuple[Socket, Socket, Socket, Socket]:
    """Square blocks, alternately rotated: coordinates along and across, the block's index, distance to its rim."""
    (column, end), (row, side) = _cell(g, x, size), _cell(g, y, size)
    parity = g.math("FLOORED_MODULO", g.math("ADD", column, row), 2.0)
    swap = g.math("SUBTRACT", 1.0, parity)
    along = g.math("ADD", g.math("MULTIPLY", x, parity), g.math("MULTIPLY", y, swap))
    across = g.math("ADD", g.math("MULTIPLY", y, parity), g.math("MULTIPLY", x, swap))
    block = g.math("ADD", column, g.math("MULTIPLY", row, 101.0))
    return along, across, block, g.math("MINIMUM", end, side)


def tiles(dark: Rgb, light: Rgb, size_m: float, turn_deg: float = 0.0, chequered: bool = False) -> Paint:
    """Square stone tiles with a corner at the origin; `chequered` alternates the two colours."""

    def draw(g: Graph) -> Socket:
        place = g.turned(g.position(), math.radians(turn_deg)) if turn_deg else g.position()
        x, y, _ = g.axes(place)
        (column, end), (row, side) = _cell(g, x, size_m), _cell(g, y, size_m)
        tone = g.chance(g.vector(column, row))
        cloud = g.noise(g.vector(x, y, g.math("MULTIPLY", tone, 30.0)), 5.0, 4.0)
        shade = g.math("ADD", g.math("MULTIPLY", tone, 0.5), g.math("MULTIPLY", cloud, 0.5))
        if chequered:
            parity = g.math("FLOORED_MODULO", g.math("ADD", column, row), 2.0)
            shade = g.math("ADD", g.math("MULTIPLY", parity, 0.78), g.math("MULTIPLY", shade, 0.22))
        stone = g.mix(shade, dark, light)
        return _jointed(g, stone, g.math("MINIMUM", side, end), blend(dark, (0.06, 0.055, 0.05), 0.55), 0.009)

    return draw


def tatami(straw: Rgb, pale: Rgb, band: Rgb) -> Paint:
    """Straw mats of 1.8 m by 0.9 m in alternately rotated pairs, with a cloth band along their long sides."""

    def draw(g: Graph) -> Socket:
        x, y, _ = g.axes(g.position())
        along, across, block, ends = _woven_blocks(g, x, y, 1.8)
        mat, side = _cell(g, across, 0.9)
        tone = g.chance(g.vector(block, mat))
        fibre = g.noise(g.vector(g.math("MULTIPLY", along, 3.0), g.math("MULTIPLY", across, 70.0), tone), 1.0, 2.0)
        straws = g.mix(g.math("ADD", g.math("MULTIPLY", tone, 0.5), g.math("MULTIPLY", fibre, 0.5)), straw, pale)
        bound = g.mix(g.step(side, 0.024, 0.028), band, straws)
        return _jointed(g, bound, g.math("MINIMUM", side, ends), blend(band, (0.02, 0.02, 0.02), 0.6))

    return draw


def carpet(dark: Rgb, light: Rgb) -> Paint:
    """Loop pile carpet: fine noise over low-frequency noise."""

    def draw(g: Graph) -> Socket:
        fleck = g.step(g.noise(g.position(), 70.0, 2.0), 0.3, 0.7)
        patch = g.noise(g.position(), 0.9, 1.0)
        return g.mix(g.math("ADD", g.math("MULTIPLY", fleck, 0.6), g.math("MULTIPLY", patch, 0.4)), dark, light)

    return draw
