"""Assigns a material to every role of a room, from a style's colours and the seed."""

from random import Random

import bpy

from blender_scripts.rooms import patterns
from blender_scripts.rooms.colour import Rgb, blend, paint
from blender_scripts.rooms.materials import glow, matte
from blender_scripts.rooms.rugs import SIDE_RUG_HALF_M, Rug
from blender_scripts.rooms.scale_cues import rule_material, tile_floor
from blender_scripts.rooms.style import Surfaces

BOOK_COLOURS = (
    "#6f5548",
    "#55606a",
    "#7b7266",
    "#5f6657",
    "#8c8171",
    "#6b5a60",
    "#a39a88",
    "#4b4f55",
    "#84705a",
    "#b0a797",
)
LEAF_COLOURS = ("#56624a", "#647053", "#4c5a47", "#717a5e", "#5d6850")
GREY: Rgb = (0.25, 0.25, 0.25)


def dress(surfaces: Surfaces, rng: Random, rug: Rug | None, tiled: bool) -> dict[str, bpy.types.Material]:
    """Materials by role."""
    floor = surfaces.floor(rng)
    if tiled:
        floor = tile_floor(*(paint(code) for code in surfaces.tile_colours))
    made = {"floor": matte("floor", floor, floor=True), "rule": rule_material("rule")}
    if rug is not None:
        field, border = (paint(code) for code in rng.choice(surfaces.rugs))
        made["rug"] = matte("rug", patterns.rug(field, border, rug.half_m, rug.kind), floor=True)
    field, border = (paint(code) for code in rng.choice(surfaces.rugs or (surfaces.tile_colours,)))
    made["side_rug"] = matte("side_rug", patterns.rug(field, border, SIDE_RUG_HALF_M, rng.choice(("worn", "lattice"))))
    return made | _shell(surfaces, rng) | _furniture(surfaces, rng) | _small_things(surfaces, rng) | _glowing(rng)


def _shell(surfaces: Surfaces, rng: Random) -> dict[str, bpy.types.Material]:
    wall = paint(rng.choice(surfaces.walls))
    return {
        "wall": matte("wall", patterns.cast(blend(wall, (0, 0, 0), 0.07), wall, 0.5)),
        "ceiling": matte("ceiling", paint("#e2dfd9")),
        "trim": matte("trim", paint(surfaces.trim)),
        "frame": matte("frame", paint(surfaces.frame)),
        "curtain": matte("curtain", patterns.cloth(paint(surfaces.curtain), 0.12), sheet=True),
    }


def _furniture(surfaces: Surfaces, rng: Random) -> dict[str, bpy.types.Material]:
    dark, light = (paint(code) for code in rng.choice(surfaces.wood))
    first, second = (paint(code) for code in rng.sample(surfaces.fabrics, 2))
    pillows = [blend(paint(code), (0.75, 0.72, 0.68), 0.25) for code in surfaces.fabrics]
    return {
        "wood": matte("wood", patterns.timber(dark, light)),
        "panel": matte("panel", patterns.timber(blend(dark, light, 0.45), blend(light, (0.7, 0.66, 0.6), 0.2))),
        "fabric": matte("fabric", patterns.cloth(first)),
        "fabric2": matte("fabric2", patterns.cloth(second)),
        "pillow": matte("pillow", patterns.assorted(pillows)),
        "metal": matte("metal", paint("#4a4a4a")),
        "frame_wood": matte("frame_wood", blend(dark, (0.03, 0.03, 0.03), rng.uniform(0.0, 0.6))),
    }


def _small_things(surfaces: Surfaces, rng: Random) -> dict[str, bpy.types.Material]:
    art = [paint(code) for code in rng.sample(surfaces.fabrics, 3)]
    return {
        "books": matte("books", patterns.assorted([paint(code) for code in BOOK_COLOURS])),
        "leaf": matte("leaf", patterns.assorted([paint(code) for code in LEAF_COLOURS]), sheet=True),
        "pot": matte("pot", paint(rng.choice(surfaces.pots))),
        "soil": matte("soil", paint("#463d35")),
        "bark": matte("bark", paint("#75685a")),
        "ceramic": matte("ceramic", paint(rng.choice(("#c4bcae", "#a7a49d", "#8f8478", "#d2cdc3")))),
        "paper": matte("paper", paint("#ddd8cc")),
        "plinth": matte("plinth", paint("#d8d5cf")),
        "art": matte("art", patterns.canvas([paint("#cfc8ba"), art[0], paint("#d8d2c6"), *art[1:], paint("#c9c0b0")])),
    }


def _glowing(rng: Random) -> dict[str, bpy.types.Material]:
    haze, garden, sky = (
        paint(rng.choice(("#c3c8bd", "#bfc6c6"))),
        paint(rng.choice(("#93a08c", "#8f9b91"))),
        paint("#e8eef2"),
    )
    return {
        "sky_pane": glow("sky_pane", patterns.outdoors(haze, garden, sky), 1.0),
        "paper_pane": glow("paper_pane", patterns.cast(paint("#dcd6c8"), paint("#ece7dc"), 0.8), 0.9),
        "shade": glow("shade", paint("#e9dcc4"), 0.95),
        "bulb": glow("bulb", paint("#f4ead8"), 1.2),
    }
