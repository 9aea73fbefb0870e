"""Area lights for a room without a ceiling: key, fill and sky lights above the walls, and in the largest windows.

The powers are computed from the irradiance of each lamp on the floor at the origin, so that the floor there has the
same brightness in every room, independent of the distance of its lamps and the colour of its floor.
"""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np
from mathutils import Quaternion, Vector

FLOOR_RADIANCE = 0.35  # linear; the required range for a room's floor is 0.25 to 0.45
BOUNCE = 1.12  # bounces from walls and furniture raise the light on an open floor by about this factor
WORLD_RADIANCE = 0.15
ALBEDO_RANGE = (0.2, 0.75)  # floors outside it are not compensated fully: the rest would be over- or underexposed
MOST_WINDOWS = 3
SMALLEST_M = 0.8
SLIT_M = 0.3
OVERHEAD_SHARES = (0.5, 0.15, 0.35)  # of key, fill and sky in the light on the floor
WINDOW_GAIN = 3.0  # window light relative to the floor's target: bright, not overexposed in front of it


@dataclass(frozen=True)
class Window:
    """A window by its points (n, 3) and the unit normal (3,) that points into the room."""

    points: np.ndarray
    normal: np.ndarray


@dataclass(frozen=True)
class Lamp:
    """An area light: centre (3,), direction (3,), its two sides, its colour."""

    name: str
    centre: np.ndarray
    towards: np.ndarray
    sides_m: tuple[float, float]
    colour: tuple[float, float, float]

    def floor_light(self) -> float:
        """Irradiance on the floor at the origin for one watt, by the midpoint rule over the rectangle.

        A lamp of power P and area A has radiance P / (pi A) on its front.
        """
        axis_x, axis_y = _axes(self.towards)
        steps = (np.arange(12) + 0.5) / 12 - 0.5
        u, v = np.meshgrid(steps * self.sides_m[0], steps * self.sides_m[1])
        points = self.centre + u.reshape(-1, 1) * axis_x + v.reshape(-1, 1) * axis_y
        squares = (points**2).sum(axis=1)
        way = points / np.sqrt(squares)[:, None]
        leaving, landing = np.maximum(-way @ self.towards, 0.0), np.maximum(way[:, 2], 0.0)
        return float((leaving * landing / squares).mean() / np.pi)


def add_lights(ceiling_m: float, windows: list[Window], floor_albedo: float) -> tuple[str, ...]:
    """Add lamps and a dim world; returns the names of the lamps."""
    wanted = np.pi * FLOOR_RADIANCE / (BOUNCE * np.clip(floor_albedo, *ALBEDO_RANGE)) - np.pi * WORLD_RADIANCE
    found = [pane for pane in (_window_lamp(k, window) for k, window in enumerate(windows)) if pane]
    panes = sorted(found, key=lambda pane: -pane.sides_m[0] * pane.sides_m[1])[:MOST_WINDOWS]
    powers = [WINDOW_GAIN * wanted * pane.sides_m[0] * pane.sides_m[1] for pane in panes]
    rest = max(wanted - sum(p * pane.floor_light() for p, pane in zip(powers, panes, strict=True)), 0.3 * wanted)
    for lamp, share in zip(_overhead(ceiling_m), OVERHEAD_SHARES, strict=True):
        panes.append(lamp)
        powers.append(share * rest / lamp.floor_light())
    _world()
    return tuple(_add(lamp, power) for lamp, power in zip(panes, powers, strict=True))


def _overhead(ceiling_m: float) -> tuple[Lamp, Lamp, Lamp]:
    """A warm key light from one side, which gives shadows a direction, a cooler fill, and a wide sky light."""
    key = np.array([1.8, -1.3, ceiling_m + 2.2])
    fill = np.array([-1.4, 1.4, ceiling_m + 2.2])
    sky = np.array([0.0, 0.0, ceiling_m + 5.0])
    return (
        Lamp("FrontKey", key, _unit(-key), (1.6, 1.6), (1.0, 0.95, 0.88)),
        Lamp("FrontFill", fill, _unit(-fill), (3.0, 3.0), (0.92, 0.96, 1.0)),
        Lamp("FrontSky", sky, _unit(-sky), (12.0, 12.0), (0.95, 0.97, 1.0)),
    )


def _window_lamp(index: int, window: Window) -> Lamp | None:
    """An area light just inside the window; None for a skylight or a slit."""
    normal = window.normal * np.array([1.0, 1.0, 0.0])
    if np.linalg.norm(normal) < 0.5:
        return None
    towards = _unit(normal)
    frame = np.array([towards, [-towards[1], towards[0], 0.0], [0.0, 0.0, 1.0]])
    local = window.points @ frame.T
    low, high = local.min(axis=0), local.max(axis=0)
    if (high - low)[1:].min() < SLIT_M:
        return None
    centre = np.array([high[0] + 0.1, *(low + high)[1:] / 2]) @ frame
    sides = np.maximum((high - low)[1:], SMALLEST_M)
    return Lamp(f"FrontWindow{index}", centre, towards, (float(sides[0]), float(sides[1])), (0.88, 0.94, 1.0))


def _add(lamp: Lamp, power_w: float) -> str:
    light = bpy.data.lights.new(lamp.name, "AREA")
    light.shape = "RECTANGLE"
    light.size, light.size_y = lamp.sides_m
    light.energy = power_w
    light.color = lamp.colour
    item = bpy.data.objects.new(lamp.name, light)
    item.location = lamp.centre
    item.rotation_euler = _turn(lamp.towards).to_euler()
    item.visible_camera = False
    bpy.context.scene.collection.objects.link(item)
    return item.name


def _turn(towards: np.ndarray) -> Quaternion:
    return Vector(towards).to_track_quat("-Z", "Y")


def _axes(towards: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    matrix = np.array(_turn(towards).to_matrix())
    return matrix[:, 0], matrix[:, 1]


def _unit(vector: np.ndarray) -> np.ndarray:
    return vector / np.linalg.norm(vector)


def _world() -> None:
    world = bpy.data.worlds.new("FrontWorld")
    world.use_nodes = True
    background = world.node_tree.nodes["Background"]
    background.inputs["Color"].default_value = (1.0, 1.0, 1.0, 1.0)
    background.inputs["Strength"].default_value = WORLD_RADIANCE
    bpy.context.scene.world = world
