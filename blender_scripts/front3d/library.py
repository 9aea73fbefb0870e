"""Locates the files of a 3D-FRONT download; defines FrontError, the only error that this loader raises.

Names from a house file (jids) become paths only here, and only if they are plain file names, which prevents path
traversal out of the download.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

HOUSES = "3D-FRONT"
MODELS = "3D-FUTURE-model"
TEXTURES = "3D-FRONT-texture"
PLAIN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")


class FrontError(Exception):
    """An unusable file or room; the message names it and a remedy."""


@dataclass(frozen=True)
class FrontLibrary:
    """The three folders of a download and the selected house files."""

    models: Path
    textures: Path
    houses: tuple[Path, ...]

    def house(self, name: str) -> Path:
        """The house file called `name`, with or without its extension."""
        for path in self.houses:
            if name in (path.name, path.stem):
                return path
        raise FrontError(
            f"No house {name!r} among the {len(self.houses)} house files. Remedy: take one from list_rooms."
        )

    def model(self, jid: str) -> Path:
        """The OBJ file of a piece of furniture; the toolbox's triangulated copy if the raw one is missing."""
        folder = _inside(self.models, jid)
        triangulated = folder / "raw_model_tri.obj"
        raw = folder / "raw_model.obj"
        return triangulated if triangulated.is_file() and not raw.is_file() else raw

    def texture(self, jid: str) -> Path | None:
        """The texture of a wall or floor, by the material's jid; the `texture` URLs in the files are empty or dead."""
        if not PLAIN_NAME.fullmatch(jid):
            return None
        picture = _inside(self.textures, jid) / "texture.png"
        return picture if picture.is_file() else None


def open_library(path: str) -> FrontLibrary:
    """The download at `path`: the folder that holds 3D-FRONT, that folder itself, or a single house file."""
    given = Path(path)
    if given.is_file():
        return _library(given.parent.parent, (given,))
    if not given.is_dir():
        raise FrontError(
            f"{given} does not exist. Remedy: give the folder that holds {HOUSES}, {MODELS} and {TEXTURES}."
        )
    folder = given / HOUSES if (given / HOUSES).is_dir() else given
    houses = tuple(sorted(file for file in folder.glob("*.json") if file.is_file()))
    if not houses:
        raise FrontError(f"{folder} holds no house (*.json). Remedy: unpack 3D-FRONT.zip there, or give its folder.")
    return _library(folder.parent, houses)


def _library(root: Path, houses: tuple[Path, ...]) -> FrontLibrary:
    return FrontLibrary(models=root / MODELS, textures=root / TEXTURES, houses=houses)


def _inside(folder: Path, name: str) -> Path:
    if not PLAIN_NAME.fullmatch(name):
        raise FrontError(
            f"{name!r} is not the name of a folder in {folder}. Remedy: replace the house file, it is damaged."
        )
    return folder / name
