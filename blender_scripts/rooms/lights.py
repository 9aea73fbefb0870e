"""Adds the lights of a room: daylight from one side as key light, weaker fill light, a ceiling light, a few lamps.

A few large area lights, invisible to cameras: low noise with few samples, and soft directional shadows. There are at
most `MAX_LAMPS` lamps.
"""

import math
from dataclasses import dataclass

import bpy
from mathutils import Vector

from blender_scripts.rooms.colour import Rgb, blend
from blender_scripts.rooms.room_builder import RoomBuilder
from blender_scripts.rooms.shell import CEILING_M

MAX_LAMPS = 3
WARM: Rgb = (1.0, 0.87, 0.72)
NEUTRAL: Rgb = (1.0, 0.98, 0.95)
COOL: Rgb = (0.9, 0.96, 1.0)


@dataclass(frozen=True)
class Lighting:
    """How a room is lit. Powers are in watts for the whole group."""

    key_w: float = 840.0
    fill_w: float = 130.0
    ceiling_w: float = 185.0
    lamp_w: float = 9.0
    warmth: float = 0.3
    """Colour temperature: 0 is neutral daylight, 1 warm as in a late afternoon."""
    key_side: int = 0
    """Index of the wall the daylight comes from, in the direction of this times 90 degrees."""


@dataclass(frozen=True)
class _Panel:
    """One area light."""

    name: str
    at: tuple[float, float, float]
    aim: tuple[float, float, float]
    size_m: tuple[float, float]
    watts: float
    colour: Rgb


def add_lights(stage: RoomBuilder, lighting: Lighting) -> tuple[str, ...]:
    """Place the lights; returns their names in order."""
    panels = [*_daylight(stage, lighting), *_lamps(stage, lighting)]
    for panel in panels:
        _add_area(panel)
    _dim_world(blend(NEUTRAL, WARM, lighting.warmth * 0.5))
    return tuple(panel.name for panel in panels)


def _daylight(stage: RoomBuilder, lighting: Lighting) -> list[_Panel]:
    sun = blend(NEUTRAL, WARM, lighting.warmth)
    sky = blend(COOL, NEUTRAL, 0.35 + 0.5 * lighting.warmth)
    key = [
        _Panel(
            f"key_{k}",
            _at(stage, lighting.key_side, along, 1.0, 4.7),
            (0.0, 0.0, 0.2),
            (1.4, 1.4),
            lighting.key_w * share,
            sun,
        )
        for k, (along, share) in enumerate(((-2.6, 0.16), (0.4, 0.68), (3.4, 0.16)))
    ]
    across = _at(stage, lighting.key_side + 2, 0.0, 0.5, 3.4)
    beside = _at(stage, lighting.key_side + 1, 0.0, 0.5, 3.6)
    return [
        *key,
        _Panel("fill_across", across, (0.0, 0.0, 0.8), (6.0, 2.4), lighting.fill_w * 0.45, sky),
        _Panel("fill_beside", beside, (0.0, 0.0, 0.8), (6.0, 2.4), lighting.fill_w * 0.55, sky),
        _Panel(
            "top",
            (0.0, 0.0, CEILING_M - 0.1),
            (0.0, 0.0, 0.0),
            (11.0, 11.0),
            lighting.ceiling_w,
            blend(sun, NEUTRAL, 0.5),
        ),
    ]


def _at(stage: RoomBuilder, side: int, along: float, inset: float, z: float) -> tuple[float, float, float]:
    """A point in front of the wall of a side."""
    x, y = (
        (stage.half_x - inset, along),
        (-along, stage.half_y - inset),
        (inset - stage.half_x, -along),
        (along, inset - stage.half_y),
    )[side % 4]
    return (x, y, z)


def _lamps(stage: RoomBuilder, lighting: Lighting) -> list[_Panel]:
    return [
        _Panel(f"lamp_{k}", (x, y, z), (x, y, 0.0), (0.8, 0.8), lighting.lamp_w, WARM)
        for k, (x, y, z) in enumerate(stage.lamps[:MAX_LAMPS])
    ]


def _add_area(panel: _Panel) -> None:
    data = bpy.data.lights.new(panel.name, "AREA")
    data.shape, data.size, data.size_y = "RECTANGLE", *panel.size_m
    data.energy, data.color = panel.watts, panel.colour
    light = bpy.data.objects.new(panel.name, data)
    light.location = panel.at
    heading = Vector(panel.aim) - Vector(panel.at)
    light.rotation_euler = (
        (0.0, 0.0, 0.0) if math.hypot(heading.x, heading.y) < 1e-9 else heading.to_track_quat("-Z", "Y").to_euler()
    )
    light.visible_camera = False
    bpy.context.scene.collection.objects.link(light)


def _dim_world(colour: Rgb) -> None:
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    background = world.node_tree.nodes["Background"]
    background.inputs["Color"].default_value = (*colour, 1.0)
    background.inputs["Strength"].default_value = 0.05
    bpy.context.scene.world = world
