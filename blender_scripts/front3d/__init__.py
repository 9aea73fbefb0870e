"""3D-FRONT rooms as backgrounds: `list_rooms` lists the rooms of a download, `build_front_room` builds one room.

The data may not be redistributed, so the project contains none of it: point the two functions at your own copy. Nothing
is mirrored, guessed or fetched over the network; missing files are named in the error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .library import FrontError
from .listing import FrontRoom, list_rooms

if TYPE_CHECKING:
    from .build import BuiltFrontRoom

__all__ = ["FrontError", "FrontRoom", "build_front_room", "list_rooms"]


def build_front_room(path: str, house: str, room: str, scale_cue: str = "none") -> BuiltFrontRoom:
    """Add one room of one house to the current scene, with the best free spot of its floor at the origin."""
    # Imported here, so that a download can be listed by a process without Blender.
    from .build import build

    return build(path, house, room, scale_cue)
