"""Parses the options for camera, light and look: `--camera tilt=25,radius=7`.

Every key sets one field of a film's records; the allowed values are those that the record validates.
"""

from collections.abc import Mapping
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError

from geometry.record import Record
from pipeline.film.profiles import CLAYS, TINTS
from pipeline.film.records import Look
from workers.blender_jobs import OrbitSpec, ProceduralRoom

CAMERA = {
    "radius": "radius_m",
    "tilt": "tilt_deg",
    "start": "start_deg",
    "turn": "turn",
    "aim": "aim_z_m",
    "lens": "fov_deg",
}
LIGHT = {"strength": "light_gain", "tint": "light_tint"}
LOOK = {"colour": "solid_rgb", "marker": "marker_radius_m", "edges": "edges"}
_NAMED: dict[str, Mapping[str, Any]] = {
    "light_tint": TINTS,
    "solid_rgb": CLAYS,
    "turn": {"left": -1, "right": 1},
    "edges": {"none": "none", "lines": "lines"},
}
"""Fields whose values have names. A camera that moves counter-clockwise seen from above moves to its own right."""


class WordError(ValueError):
    """An unknown key or an invalid value; the message lists the valid ones."""


def camera_of(text: str) -> dict[str, Any]:
    """Fields of an OrbitSpec."""
    return _fields("camera", text, CAMERA, OrbitSpec)


def light_of(text: str) -> dict[str, Any]:
    """Fields of a room."""
    return _fields("light", text, LIGHT, ProceduralRoom)


def look_of(text: str) -> dict[str, Any]:
    """Fields of a Look."""
    return _fields("look", text, LOOK, Look)


def _fields(option: str, text: str, words: Mapping[str, str], record: type[Record]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        word, mark, value = (piece.strip() for piece in part.partition("="))
        if word not in words or not mark:
            raise WordError(f"--{option} {part!r} is not a setting. Remedy: KEY=VALUE with KEY from {', '.join(words)}")
        if words[word] in found:
            raise WordError(f"--{option} names {word} twice. Remedy: name it once")
        found[words[word]] = _value(f"--{option} {word}", value, words[word], record)
    return found


def _value(what: str, text: str, field: str, record: type[Record]) -> Any:
    if field in _NAMED:
        if text not in _NAMED[field]:
            raise WordError(f"{what}: unknown value {text!r}. Remedy: choose from {', '.join(_NAMED[field])}")
        return _NAMED[field][text]
    info = record.model_fields[field]
    number = TypeAdapter(info.rebuild_annotation(), config=ConfigDict(allow_inf_nan=False))
    try:
        return number.validate_python(text)
    except ValidationError as error:
        reason = error.errors()[0]["msg"].lower()
        raise WordError(
            f"{what}={text}: {reason}. Remedy: use such a number, or leave it out for {info.default}"
        ) from error
