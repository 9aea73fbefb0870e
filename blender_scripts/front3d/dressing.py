"""Assigns materials to panels and furniture and adds them to the scene as meshes."""

from __future__ import annotations

import re

import numpy as np

from blender_scripts.rooms.colour import paint
from blender_scripts.rooms.materials import FLOOR_MARK, SHEET_MARK, matte
from blender_scripts.rooms.scale_cues import rule_material, rules, tile_floor

from .architecture import Panel
from .furniture import Placed, corner_uv
from .house import House
from .library import FrontLibrary
from .lights import Window
from .materials import CULL_MARK, Paints, paint_colour
from .objects import Surface, add_mesh
from .placing import is_flat

CEILING_RANGE_M = (2.2, 5.0)
TILE_COLOURS = ("#8d877e", "#b3aca1")
TILE_ALBEDO = 0.33


class Dresser:
    """Adds objects to the scene; objects with the same texture or colour share one material."""

    def __init__(self, library: FrontLibrary, house: House, tiled: bool):
        self.library = library
        self.house = house
        self.paints = Paints()
        self.tiles = matte("FrontTiles", tile_floor(*map(paint, TILE_COLOURS)), floor=True) if tiled else None

    def add_panel(self, index: int, panel: Panel) -> None:
        """Add a floor or wall with the texture of its material's jid; without a texture or UV map, with one colour."""
        name = _name("Front", index, panel.kind)
        if panel.is_floor and self.tiles is not None:
            add_mesh(name, Surface(panel.xyz, panel.faces), [self.tiles])
            return
        wear = self.house.paint(panel.material)
        marks = (FLOOR_MARK,) if panel.is_floor else (CULL_MARK,)
        picture = self.library.texture(wear.jid)
        material = self.paints.textured(name, picture, marks) if picture and panel.uv is not None else None
        if material is None:
            colour = self.paints.mean_colour(picture, paint_colour(wear))
            add_mesh(name, Surface(panel.xyz, panel.faces), [self.paints.plain(name, colour, marks)])
            return
        uv = (panel.uv @ wear.uv_matrix.T)[panel.faces]
        add_mesh(name, Surface(panel.xyz, panel.faces, uv), [material])

    def add_piece(self, index: int, item: Placed) -> None:
        """Add a piece of furniture with its model's texture, else with the colours of its .mtl."""
        name = _name("FrontPiece", index, item.piece.title)
        # Faces of downloaded models have inconsistent orientation.
        marks = (FLOOR_MARK,) if is_flat(item) else (SHEET_MARK,)
        uv, texture = corner_uv(item), item.model.texture
        material = self.paints.textured(name, texture, marks) if texture and uv is not None else None
        if material is not None:
            add_mesh(name, Surface(item.xyz, item.faces, uv), [material])
            return
        colours = [self.paints.mean_colour(texture, colour) for colour in item.model.colours]
        materials = [self.paints.plain(name, colour, marks) for colour in colours]
        add_mesh(name, Surface(item.xyz, item.faces), materials, item.model.slots)

    def add_rules(self, object_size_m: float) -> None:
        """Add two metre rules on the floor."""
        material = rule_material("FrontRule")
        for index, part in enumerate(rules(0.0, 0.0, object_size_m)):
            faces = np.array(part.faces)
            add_mesh(f"FrontRule{index}", Surface(part.vertices, faces, part.uv.reshape(*faces.shape, 2)), [material])

    def ceiling_m(self, shell: list[Panel]) -> float:
        """The height of the walls, clamped to a plausible range."""
        tops = [float(panel.xyz[panel.faces, 2].max()) for panel in shell]
        return float(np.clip(max(tops), *CEILING_RANGE_M))

    def windows(self, shell: list[Panel]) -> list[Window]:
        return [
            Window(panel.xyz[panel.faces].reshape(-1, 3), panel.normal) for panel in shell if "window" in panel.kind
        ]

    def floor_albedo(self, shell: list[Panel]) -> float:
        """Albedo of the floor: that of its panel with the most faces, after toning."""
        if self.tiles is not None:
            return TILE_ALBEDO
        floor = max((panel for panel in shell if panel.is_floor), key=lambda panel: len(panel.faces))
        wear = self.house.paint(floor.material)
        return self.paints.albedo(self.library.texture(wear.jid), paint_colour(wear), (FLOOR_MARK,))


def _name(prefix: str, index: int, kind: str) -> str:
    plain = re.sub(r"[^a-z0-9]+", "_", kind.lower()).strip("_") or "part"
    return f"{prefix}{index:03d}_{plain}"[:50]
