"""Parses the reply of a sandboxed process as untrusted input.

Strict JSON of finite numbers into `SceneData`, then bounds on counts, coordinates, indices and names, so that the
trusted side can build a mesh from it without further validation. Whether it is the right scene is checked by the
audit.
"""

import re
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from geometry.record import Record
from pipeline.scene.records import Marker, SceneData
from pipeline.scene.sandbox.records import SandboxLimits, SandboxOutcome

LARGEST_COORDINATE_M = 100.0
"""Far outside any scene (a solid is at most 2 m), small enough that no arithmetic on it overflows."""
MOST_STRAYS = 200
_MARKER_NAME = re.compile(r"[A-Z][0-9]*'*_[a-z][a-z_]*")
_LONGEST_NAME = 128
_LONGEST_STRAY = 200
_SIGNS_IN_TEXT = 2000 + MOST_STRAYS * _LONGEST_STRAY
"""Structural characters that may occur inside names and sentences, or in the outer object."""

SandboxVerdict = tuple[SandboxOutcome, SceneData | Literal["none"], str]


class _Reply(Record):
    """The only fields that a reply may have."""

    outcome: Literal["built", "script_error", "too_large"]
    scene: SceneData | None = None
    sentence: Annotated[str, Field(max_length=1000)] = ""


def read_reply(data: bytes, limits: SandboxLimits) -> SandboxVerdict:
    """Outcome, scene and sentence of a reply; anything unexpected is `malformed`."""
    if _is_crowded(data, limits):
        return "too_large", "none", "What came back holds more values than the largest scene that may be."
    try:
        reply = _Reply.model_validate_json(data, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(str(part) for part in first["loc"])[:100] or "reply"
        return "malformed", "none", printable(f"The returned data is not a scene: {place}: {first['msg'][:200]}.")
    if reply.outcome != "built":
        return reply.outcome, "none", printable(reply.sentence)
    if reply.scene is None:
        return "malformed", "none", "The returned data is not a scene: the scene is missing."
    return _bounded(reply.scene, limits)


def _is_crowded(data: bytes, limits: SandboxLimits) -> bool:
    """Whether there are more structural characters of JSON than the largest scene has.

    Checked before parsing: an empty list of two bytes takes two hundred once parsed, and every unknown key an error
    record. By Euler's formula the faces of a mesh have about twice as many corners as there are vertices and faces;
    with coordinates and flags that is at most five values per vertex and three per face.
    """
    sizes = limits.vertices + limits.faces
    most = {b",": 6 * sizes, b"[": sizes + 2 * limits.markers, b"{": limits.markers, b":": 4 * limits.markers}
    return any(data.count(sign) > count + _SIGNS_IN_TEXT for sign, count in most.items())


def printable(text: str) -> str:
    """Untrusted text without control characters, which terminals and logs would interpret."""
    return "".join(char if char.isprintable() or char in "\n\t" else "\N{REPLACEMENT CHARACTER}" for char in text)


def _bounded(scene: SceneData, limits: SandboxLimits) -> SandboxVerdict:
    too_large = _excess(scene, limits)
    if too_large is not None:
        return "too_large", "none", too_large
    wrong = _bad_form(scene)
    if wrong is not None:
        return "malformed", "none", wrong
    scene = scene.model_copy(update={"strays": tuple(printable(stray) for stray in scene.strays)})
    return "built", scene, f"Built {len(scene.vertices_m)} vertices and {len(scene.markers)} markers."


def _excess(scene: SceneData, limits: SandboxLimits) -> str | None:
    counts = (
        ("vertices", len(scene.vertices_m), limits.vertices),
        ("faces", len(scene.faces), limits.faces),
        ("markers", len(scene.markers), limits.markers),
        ("stray things", len(scene.strays), MOST_STRAYS),
    )
    for word, count, most in counts:
        if count > most:
            return f"The scene has {count} {word}; at most {most} may be."
    positions = [*scene.vertices_m, *(marker.position_m for marker in scene.markers)]
    if any(abs(value) > LARGEST_COORDINATE_M for position in positions for value in position):
        return f"A coordinate lies farther out than {LARGEST_COORDINATE_M:g} m; the solid is at most 2 m long."
    return None


def _bad_form(scene: SceneData) -> str | None:
    """Validates indices, flags and names that the trusted side relies on."""
    count = len(scene.vertices_m)
    if len(scene.smooth) != len(scene.faces):
        return "There is not one smooth flag per face."
    if any(len(face) < 3 or min(face) < 0 or max(face) >= count for face in scene.faces):
        return "A face has fewer than three corners or names a vertex that does not exist."
    if len({marker.name for marker in scene.markers}) < len(scene.markers):
        return "Two markers have the same name."
    if not all(_plausible(marker) for marker in scene.markers):
        return "A marker has a name, size or colour that no script under the contract can make."
    if any(len(stray) > _LONGEST_STRAY for stray in scene.strays):
        return "A reported name is too long."
    return None


def _plausible(marker: Marker) -> bool:
    named = len(marker.name) <= _LONGEST_NAME and _MARKER_NAME.fullmatch(marker.name) is not None
    sized = 0 <= marker.radius_m <= LARGEST_COORDINATE_M
    return named and sized and all(0 <= channel <= LARGEST_COORDINATE_M for channel in marker.colour_rgb)
