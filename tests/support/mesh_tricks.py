"""Meshes made by hand for the tests of the audit: scenes from polygons, and a cylinder with sunk ends."""

import math
from collections.abc import Collection
from itertools import pairwise

import numpy as np

from pipeline.scene.audit.mesh_triangles import Array
from pipeline.scene.palette import colour_named
from pipeline.scene.records import MarkerBrief, RoundPart, SceneBrief, SceneData
from workers.blender_jobs import Rgb

Polygons = Collection[Collection[Array]]
"""Rows of places; also an array (n, corners, 3)."""


def scene_of(brief: SceneBrief, polygons: Polygons) -> SceneData:
    """A scene whose mesh is these polygons, each a row of places, with equal corners merged."""
    numbers: dict[tuple[float, ...], int] = {}
    places: list[tuple[float, ...]] = []
    for place in (place for polygon in polygons for place in polygon):
        if numbers.setdefault(_key(place), len(places)) == len(places):
            places.append(tuple(place))
    faces = [tuple(numbers[_key(place)] for place in polygon) for polygon in polygons]
    return SceneData(vertices_m=places, faces=faces, smooth=[False] * len(faces), markers=markers_of(brief))


def _key(place: Array) -> tuple[float, ...]:
    return tuple(np.round(place, 8).tolist())


def markers_of(brief: SceneBrief) -> list[dict[str, object]]:
    return [
        {"name": m.object_name, "position_m": m.position_m, "radius_m": 0.035, "colour_rgb": _linear(m)}
        for m in brief.markers
    ]


def _linear(marker: MarkerBrief) -> Rgb:
    return colour_named(marker.colour).linear_rgb


def drum(part: RoundPart, sides: int = 64, sunk_m: float = 0.0) -> Array:
    """A cylinder as fans and quads, its middles sunk a little."""
    base, top = np.array(part.base_m), np.array(part.top_m)
    along = (top - base) / np.linalg.norm(top - base)
    turns = 2 * math.pi * np.arange(sides + 1) / sides
    ring = part.radius_m * np.column_stack([np.cos(turns), np.sin(turns), np.zeros(sides + 1)])
    ring[-1] = ring[0]
    soup = []
    for one, other in pairwise(ring):
        low, next_low, high, next_high = base + one, base + other, top + one, top + other
        soup += [(low, next_low, next_high), (low, next_high, high)]
        soup += [(top - sunk_m * along, high, next_high), (base + sunk_m * along, next_low, low)]
    return np.array(soup)
