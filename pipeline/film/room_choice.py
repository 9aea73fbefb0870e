"""Parses `--rooms`: names of procedural rooms with or without a seed, `all`, or a 3D-FRONT download.

oak_loft   oak_loft:3   oak_loft,library   all   3d-front:/data/3d-front
"""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from workers.blender_jobs import FrontRoom, FrontRoomsJob, ProceduralRoom, RoomSpec, ScaleCue
from workers.blender_pool import BlenderPool

ROOM_NAMES = (
    "oak_loft",
    "tiled_gallery",
    "carpet_lounge",
    "library",
    "winter_garden",
    "studio",
    "dining_hall",
    "tea_room",
)
FRONT = "3d-front:"
ROUNDED_M = 0.005
"""Tolerance: the largest free circle of a room may be this much smaller than listed."""


class RoomChoiceError(ValueError):
    """`--rooms` names a room or folder that does not exist."""


def check_rooms(text: str) -> None:
    """Reject what can be rejected without reading houses."""
    if not text.startswith(FRONT):
        _named(text, "none")
    elif not Path(text.removeprefix(FRONT)).exists():
        raise RoomChoiceError(f"no 3D-FRONT folder at {text.removeprefix(FRONT)}. Remedy: check --rooms")


def read_rooms(
    text: str, cue: ScaleCue, pool: BlenderPool, warn: Callable[[str], None] = lambda sentence: None
) -> tuple[RoomSpec, ...]:
    """The rooms that a film may use. Broken 3D-FRONT houses are reported to `warn` and left out."""
    if text.startswith(FRONT):
        return _front_rooms(text.removeprefix(FRONT), cue, pool, warn)
    return _named(text, cue)


def pick_room(rooms: Sequence[RoomSpec], seed: int) -> RoomSpec:
    """One of the rooms, chosen by the seed."""
    return rooms[0] if len(rooms) == 1 else Random(f"{seed}:room").choice(list(rooms))


def _named(text: str, cue: ScaleCue) -> tuple[RoomSpec, ...]:
    return tuple(room for word in text.split(",") for room in _procedural(word.strip(), cue))


def _procedural(word: str, cue: ScaleCue) -> list[RoomSpec]:
    if word == "all":
        return [ProceduralRoom(name=name, scale_cue=cue) for name in ROOM_NAMES]
    name, _, seed = word.partition(":")
    if name not in ROOM_NAMES or not re.fullmatch("[0-9]{0,9}", seed):
        raise RoomChoiceError(
            f"unknown room {word!r}. Remedy: choose from {', '.join(ROOM_NAMES)} (NAME:SEED for a variant), all, "
            "or 3d-front:FOLDER"
        )
    return [ProceduralRoom(name=name, seed=int(seed or 0), scale_cue=cue)]


def _front_rooms(path: str, cue: ScaleCue, pool: BlenderPool, warn: Callable[[str], None]) -> tuple[RoomSpec, ...]:
    answer = pool.run(FrontRoomsJob(path=path))
    needed_m = answer.rule_clear_m + ROUNDED_M if cue == "rule" else 0.0
    usable = []
    for room in answer.rooms:
        if not room.usable:
            warn(f"{room.house} {room.room}: {room.reason}; skipped")
        elif room.largest_circle_m < needed_m:
            circle = f"its largest free circle of {room.largest_circle_m} m is too small for the metre rule"
            warn(f"{room.house} {room.room}: {circle}; skipped")
        else:
            usable.append(room)
    if not usable and any(room.usable for room in answer.rooms):
        raise RoomChoiceError(
            f"no room in {path} has enough free floor for the metre rule. Remedy: --scale-cue tiles or none"
        )
    if not usable:
        raise RoomChoiceError(
            f"{path} has no usable 3D-FRONT room. Remedy: give the folder that holds 3D-FRONT/, 3D-FUTURE-model/ and "
            "3D-FRONT-texture/"
        )
    return tuple(FrontRoom(path=path, house=room.house, name=room.room, scale_cue=cue) for room in usable)
