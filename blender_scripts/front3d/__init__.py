"""3D-FRONT rooms as backgrounds: `list_rooms` says what a download holds, `build_front_room` builds one room.

The data may not be redistributed, so none comes with the project: point the two functions at your own copy. Nothing is
mirrored, guessed or fetched over the network; what is missing is named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .library import FrontError
from .listing import FrontRoom, list_rooms

if TYPE_CHECKING:
    from .build import BuiltFrontRoom

__all__ = ["FrontError", "FrontRoom", "build_front_room", "list_rooms"]


def build_front_room(path: str, house: str, room: str, scale_cue: str = "none") -> BuiltFrontRoom:
    """Add one room of one house to the current scene, the best clear spot of its floor at the origin."""
    # Imported here, so that a download can be listed by a process without Blender.
    from .build import build

    return build(path, house, room, scale_cue)
