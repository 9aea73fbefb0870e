"""3D-FRONT rooms as backgrounds: `list_rooms` lists the rooms of a download, `build_front_room` builds one room.

The data set may not be redistributed and is not included: pass the path of your own copy. Nothing is downloaded or
substituted; missing files are named in the error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .library import FrontError
from .listing import FrontRoom, list_rooms

if TYPE_CHECKING:
    from .build import BuiltFrontRoom

__all__ = ["FrontError", "FrontRoom", "build_front_room", "list_rooms"]


def build_front_room(
    path: str, house: str, room: str, scale_cue: str = "none", object_size_m: float = 2.0
) -> BuiltFrontRoom:
    """Add one room of one house to the current scene, with the best free spot of its floor at the origin."""
    # Imported lazily, so that a process without Blender can list a download.
    from .build import build

    return build(path, house, room, scale_cue, object_size_m)
