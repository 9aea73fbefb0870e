"""Builds one room of a 3D-FRONT house into the current scene, in the form that the renderer requires.

Meshes with applied transforms, matte materials, area lights. The best free spot of the floor is the origin. Walls have
backface culling (material["cull_back"] = 1, normals into the room), since the orbit runs outside them; floors receive
the solid's shadow (material["floor"] = 1). Furniture, walls and broken meshes that were left out are in `left_out`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from blender_scripts.rooms import Room
from blender_scripts.rooms.scale_cues import RULE_HEIGHT_M, SCALE_CUES

from .architecture import Panel, panels, without_blocking
from .dressing import Dresser
from .floorplan import FloorGrid
from .furniture import Model, Placed, load_model, placed
from .house import House, RoomPlan
from .library import FrontError, FrontLibrary, open_library
from .lights import add_lights
from .listing import CLEAR_RADIUS_M, RoomFloor, check_models, room_floor
from .objects import add_ground
from .placing import LeftOut, best_spot, clearance, cleared, is_flat

MOST_VERTICES = 300_000
MOST_FURNITURE_VERTICES = 240_000
MOST_MODEL_VERTICES = 40_000
RULE_CLEAR_M = 1.75  # the outer ends of the metre rules of the largest objects are that far from the origin


@dataclass(frozen=True)
class BuiltFrontRoom(Room):
    """A room of a house, and the parts of the house that were left out."""

    left_out: tuple[LeftOut, ...] = ()


@dataclass(frozen=True)
class Site:
    """Which room is built, with which scale cue, for objects of which size."""

    library: FrontLibrary
    house: House
    plan: RoomPlan
    scale_cue: str
    object_size_m: float
    """Size of the largest object that the rules are placed for. The spot and the furniture do not depend on it."""

    @property
    def clear_m(self) -> float:
        return RULE_CLEAR_M if self.scale_cue == "rule" else CLEAR_RADIUS_M


def build(path: str, house: str, room: str, scale_cue: str, object_size_m: float) -> BuiltFrontRoom:
    """Build a room; raises FrontError for rooms that `list_rooms` reports as unusable."""
    site = _site(path, house, room, scale_cue, object_size_m)
    floor = room_floor(site.house, site.plan)
    check_models(site.library, site.house, site.plan)
    items, unread = _furniture(site)
    offset = -_spot(site, floor, items)
    grid = floor.grid.moved(offset)
    kept, removed = _kept(site, [item.moved(offset) for item in items])
    shell, cut = _shell(floor, grid, offset, sum(len(item.xyz) for item in kept))
    lights = _add(site, grid, shell, kept)
    left = [LeftOut("architecture", flaw) for flaw in floor.flaws] + unread + removed + cut
    clear = clearance(grid, floor.walls_m, kept)[grid.cell_of(np.zeros(2))]
    return BuiltFrontRoom(
        name=f"front3d/{site.house.file.stem}/{site.plan.instance}",
        seed=0,
        half_size_m=grid.half_size_m,
        clear_radius_m=round(float(clear), 3),
        floor_is_flat_to_m=_highest_floor(kept, scale_cue),
        light_names=lights,
        description=_description(site, grid, kept, left),
        left_out=tuple(left),
    )


def _site(path: str, house: str, room: str, scale_cue: str, object_size_m: float) -> Site:
    if scale_cue not in SCALE_CUES:
        raise FrontError(f"There is no scale cue {scale_cue!r}. Remedy: take one of {', '.join(SCALE_CUES)}.")
    library = open_library(path)
    found = House(library.house(house))
    return Site(library, found, found.room(room), scale_cue, object_size_m)


def _furniture(site: Site) -> tuple[list[Placed], list[LeftOut]]:
    """The room's furniture in the scene frame, each model loaded once; models that cannot be read are left out."""
    pieces = list(site.house.pieces(site.plan))
    most = min(MOST_MODEL_VERTICES, MOST_FURNITURE_VERTICES // max(len(pieces), 1))
    models: dict[str, Model | FrontError] = {}
    items, left = [], []
    for piece in pieces:
        if piece.jid not in models:
            try:
                models[piece.jid] = load_model(site.library.model(piece.jid), most)
            except FrontError as error:
                models[piece.jid] = error
        model = models[piece.jid]
        if isinstance(model, FrontError):
            left.append(LeftOut(f"{piece.title} {piece.uid}", str(model)))
        else:
            items.append(placed(piece, model))
    return items, left


def _spot(site: Site, floor: RoomFloor, items: list[Placed]) -> np.ndarray:
    spot = best_spot(floor.grid, floor.walls_m, items, site.clear_m)
    if spot is None:
        raise FrontError(
            f"{site.house.file}: room {site.plan.instance} has no clear circle of {site.clear_m} m, which the scale "
            f"cue {site.scale_cue!r} needs. Remedy: take a larger room, or the cue 'tiles' or 'none'."
        )
    return spot


def _kept(site: Site, items: list[Placed]) -> tuple[list[Placed], list[LeftOut]]:
    kept, left = cleared(items, site.clear_m)
    if site.scale_cue != "none":
        covers = [item for item in kept if is_flat(item)]
        kept = [item for item in kept if not is_flat(item)]
        left += [LeftOut(f"{item.piece.title} {item.piece.uid}", "would cover the scale cue") for item in covers]
    return kept, left


def _shell(
    floor: RoomFloor, grid: FloorGrid, offset: np.ndarray, furniture_vertices: int
) -> tuple[list[Panel], list[LeftOut]]:
    """The drawn architecture, without what occludes the solid and within the vertex budget; floors are always kept."""
    shell, cut = without_blocking(panels(list(floor.sheets), grid, offset))
    left = [LeftOut(f"architecture {uid}", "hides the solid from a camera") for uid in cut]
    total = furniture_vertices + sum(len(panel.xyz) for panel in shell)
    for panel in sorted(shell, key=lambda panel: -len(panel.xyz)):
        if total > MOST_VERTICES and not panel.is_floor:
            shell = [other for other in shell if other is not panel]
            left.append(LeftOut(f"architecture {panel.uid}", f"its {len(panel.xyz)} vertices are too many for a room"))
            total -= len(panel.xyz)
    return shell, left


def _add(site: Site, grid: FloorGrid, shell: list[Panel], kept: list[Placed]) -> tuple[str, ...]:
    dresser = Dresser(site.library, site.house, tiled=site.scale_cue == "tiles")
    for index, panel in enumerate(shell):
        dresser.add_panel(index, panel)
    for index, item in enumerate(kept):
        dresser.add_piece(index, item)
    if site.scale_cue == "rule":
        dresser.add_rules(site.object_size_m)
    add_ground(grid)
    return add_lights(dresser.ceiling_m(shell), dresser.windows(shell), dresser.floor_albedo(shell))


def _highest_floor(kept: list[Placed], scale_cue: str) -> float:
    rugs = [float(item.xyz[:, 2].max()) for item in kept if is_flat(item)]
    return round(max([0.0, *rugs, *([RULE_HEIGHT_M] if scale_cue == "rule" else [])]), 4)


def _description(site: Site, grid: FloorGrid, kept: list[Placed], left: list[LeftOut]) -> str:
    cue = {"none": "", "rule": ", with two metre rules on the floor", "tiles": ", on tiles of half a metre"}
    return (
        f"A 3D-FRONT {site.plan.kind} with a floor of {grid.area_m2:.0f} m² and {len(kept)} pieces of furniture"
        f"{cue[site.scale_cue]}; {len(left)} parts of the house are left out."
    )
