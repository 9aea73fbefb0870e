"""Records of a room style: surface colours, furniture, windows and lighting."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from blender_scripts.rooms import plants, storage
from blender_scripts.rooms.layout import Group, Maker
from blender_scripts.rooms.lights import Lighting
from blender_scripts.rooms.materials import Paint
from blender_scripts.rooms.shell import Windows


@dataclass(frozen=True)
class Surfaces:
    """Colours as `#rrggbb`; of several alternatives the seed chooses one."""

    floor: Callable[[Random], Paint]
    tile_colours: tuple[str, str]
    """Dark and light shade of the floor if tiles are the scale cue."""
    walls: tuple[str, ...]
    wood: tuple[tuple[str, str], ...]
    """Dark and light shade of furniture wood."""
    fabrics: tuple[str, ...]
    """At least three."""
    rugs: tuple[tuple[str, str], ...] = ()
    """Colours of field and border; empty for a bare floor."""
    rug_kinds: tuple[str, ...] = ()
    trim: str = "#e4e0d8"
    frame: str = "#d9d6cf"
    """Window frames and glazing bars."""
    curtain: str = "#cfc8bb"
    pots: tuple[str, ...] = ("#b9b2a6", "#8d8178", "#a58f7d", "#6e7072", "#c9c3b8")


@dataclass(frozen=True)
class Style:
    """One style of room."""

    title: str
    surfaces: Surfaces
    sides: tuple[Group, ...]
    corners: tuple[Group, ...]
    wall_pieces: tuple[Maker, ...]
    windows: tuple[Windows, Windows, Windows, Windows]
    """The wall of the key light first, then counter-clockwise."""
    nooks: tuple[Maker, ...] = (plants.tree, plants.palm, storage.bookshelf)
    """Pieces for the corners."""
    lighting: Lighting = field(default_factory=Lighting)
    wall_places_m: tuple[float, ...] = (-2.4, 2.4, -6.6, 6.6, 0.0)
