"""Procedural rooms around the object: `build_room(name, seed, scale_cue)` furnishes the current, empty scene.

The same arguments give the same vertices, materials and lights. Only meshes in world space, area lights and a dim world
are created; materials are pure diffuse or emission. Nothing occludes the object from any camera of the orbit. Raises
RoomError for unknown names and cues.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from blender_scripts.rooms import scale_cues
from blender_scripts.rooms.dress import dress
from blender_scripts.rooms.furnish import furnish
from blender_scripts.rooms.lights import add_lights
from blender_scripts.rooms.mesh import Part
from blender_scripts.rooms.room_builder import CLEAR_RADIUS_M, RoomBuilder
from blender_scripts.rooms.rugs import RUG_THICKNESS_M, Rug, choose_rug, rug_parts
from blender_scripts.rooms.scale_cues import SCALE_CUES
from blender_scripts.rooms.shell import build_shell
from blender_scripts.rooms.styles import STYLES

__all__ = ["ROOM_NAMES", "SCALE_CUES", "Room", "RoomError", "build_room"]

ROOM_NAMES: tuple[str, ...] = tuple(STYLES)


class RoomError(ValueError):
    """An unknown room name or scale cue."""


@dataclass(frozen=True)
class Room:
    """The room that was built."""

    name: str
    seed: int
    half_size_m: tuple[float, float]
    """Half the inner width along x and y."""
    clear_radius_m: float
    """Inside this radius only rug and scale cue are on the floor."""
    floor_is_flat_to_m: float
    """Highest point of floor, rug and scale cue inside the clear radius."""
    light_names: tuple[str, ...]
    description: str


def build_room(name: str, seed: int, scale_cue: str = "none", object_size_m: float = scale_cues.LARGEST_M) -> Room:
    """Add a furnished, lit room to the current scene; rules are placed for objects of up to `object_size_m`."""
    if name not in STYLES or scale_cue not in SCALE_CUES:
        known = f"rooms are {', '.join(ROOM_NAMES)}; cues are {', '.join(SCALE_CUES)}"
        raise RoomError(f"no room {name!r} with scale cue {scale_cue!r}. Remedy: {known}")
    rng, style = Random(f"{name}:{seed}"), STYLES[name]
    key_side = rng.randrange(4)
    stage = RoomBuilder(half_x=8.05 + 0.35 * rng.random(), half_y=8.05 + 0.35 * rng.random())
    windows = tuple(style.windows[(side - key_side) % 4] for side in range(4))
    build_shell(stage, windows)
    rug = choose_rug(rng, style.surfaces.rug_kinds) if style.surfaces.rugs else None
    cue_turn = rng.uniform(0.0, 360.0)
    furnish(stage, style, windows, rng)
    rules = partial(scale_cues.rules, turn_deg=cue_turn, object_size_m=object_size_m) if scale_cue == "rule" else None
    top = _lay_floor_pieces(stage, rug if scale_cue != "tiles" else None, rules)
    stage.build(dress(style.surfaces, rng, rug, tiled=scale_cue == "tiles"))
    lighting = replace(style.lighting, key_side=key_side, warmth=style.lighting.warmth + rng.uniform(-0.15, 0.15))
    names = add_lights(stage, lighting)
    cue = {"none": "", "rule": ", with two metre rules on the floor", "tiles": ", on tiles of half a metre"}[scale_cue]
    return Room(name, seed, (stage.half_x, stage.half_y), CLEAR_RADIUS_M, top, names, f"A {style.title}{cue}.")


def _lay_floor_pieces(stage: RoomBuilder, rug: Rug | None, rules: Callable[[float], list[Part]] | None) -> float:
    """Add rug and metre rules, which are made for the height they lie on; returns the height of the highest."""
    top = 0.0
    if rug is not None:
        stage.add(rug_parts(rug))
        top = RUG_THICKNESS_M
    if rules is not None:
        parts = rules(top)
        stage.add(parts)
        top = max(float(part.vertices[:, 2].max()) for part in parts)
    return top
