"""Cache keys of plates: a hash of everything their pixels depend on, including the code that renders them."""

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from dataset.paths import BLENDER_SCRIPTS
from dataset.source_code import reduced
from pipeline.scene.size_steps import STEPS
from workers.blender_jobs import BakedQuality, OrbitSpec, RoomSpec

_ROOM_CODE = (
    "film/built_room.py",
    "light/patches.py",
    "render/culling.py",
    "render/frames.py",
    "render/devices.py",
    "render/exr.py",
    "rooms/**/*.py",
    "front3d/**/*.py",
)
_LIGHT_CODE = (
    *_ROOM_CODE,
    "film/lit_room.py",
    "light/probes.py",
    "light/room_light.py",
    "light/bake_mesh.py",
    "light/light_file.py",
    "light/light_gradient.py",
    "light/smoothing.py",
    "light/self_lit.py",
    "render/orbit.py",
)
_PLATE_CODE = (
    *_LIGHT_CODE,
    "film/plates.py",
    "render/fine_grid.py",
    "render/pixel_filter.py",
    "render/colour.py",
)
_FLOOR_CODE = (*_ROOM_CODE, "light/floor_shadow.py")


def plate_orbit(orbit: OrbitSpec) -> tuple[OrbitSpec, tuple[int, ...]]:
    """The canonical orbit for which plates are cached, and the number of the plate for each frame.

    Films that start elsewhere on the same circle, or run in the other direction, share plates if their cameras are at
    the same positions.
    """
    step = 360.0 / orbit.frames
    places = orbit.start_deg / step
    if abs(places - round(places)) > 1e-9:
        return orbit, tuple(range(orbit.frames))
    first = round(places)
    order = tuple((first + orbit.turn * frame) % orbit.frames for frame in range(orbit.frames))
    return orbit.model_copy(update={"start_deg": 0.0, "turn": 1}), order


_VIEW = {"width": 1200, "height": 900, "frames": 96, "fps": 1, "start_deg": 0.0, "turn": 1}
"""A view of a room: so many cameras that those of a film stand close to one of them."""


def light_views(orbit: OrbitSpec) -> tuple[OrbitSpec, ...]:
    """The orbits for which a room's light is baked: the same for films of any length and size and for all size steps.

    A film with a lens or an aim of its own, or a wider picture, has a view of its own.
    """
    view = orbit.model_copy(update=_VIEW | {"width": max(_VIEW["width"], 2 * round(450 * orbit.width / orbit.height))})
    steps = [view.model_copy(update={"fov_deg": step.fov_deg, "aim_z_m": step.aim_z_m}) for step in STEPS]
    return tuple(steps) if view in steps else (view,)


def light_key(room: RoomSpec, views: Sequence[OrbitSpec], quality: BakedQuality) -> str:
    """Key of the light of a room without its rulers."""
    facts = _room_facts(room)
    del facts["object_size_m"]
    if room.source == "procedural" and room.scale_cue == "rule":
        facts["scale_cue"] = "none"  # in a house, rulers decide which furniture is left out
    numbers = quality.model_dump(include={"room_edge_m", "room_samples"})
    return _key({"room": facts, "views": [view.model_dump() for view in views], "quality": numbers}, _LIGHT_CODE)


def plate_key(room: RoomSpec, orbit: OrbitSpec, quality: BakedQuality) -> str:
    """Key of the plates of a room on an orbit."""
    camera = orbit.model_dump(exclude={"fps"})
    numbers = quality.model_dump(include={"room_edge_m", "room_samples", "plate_grid"})
    return _key({"room": _room_facts(room), "orbit": camera, "quality": numbers}, _PLATE_CODE)


def floor_key(room: RoomSpec, quality: BakedQuality) -> str:
    """Key of the lightmap of a room's empty floor."""
    numbers = quality.model_dump(include={"floor_half_m", "floor_px", "floor_samples"})
    return _key({"room": _room_facts(room), "quality": numbers}, _FLOOR_CODE)


def path_code_hash() -> str:
    """Hash of the code that determines the pixels of a path-traced frame."""
    drawn = ("film/subject.py", "film/edge_lines.py", "film/marker_view.py", "film/crops.py", "film/matte.py")
    code = ("film/traced.py", "render/orbit.py", "render/colour.py", "render/fine_grid.py", "render/pixel_filter.py")
    return _code_hash((*_ROOM_CODE, *code, *drawn))


def _room_facts(room: RoomSpec) -> dict[str, object]:
    facts = room.model_dump()
    if room.source == "3d-front":
        # A changed house file is another room. The furniture models are assumed not to change.
        places = (Path(room.path), Path(room.path) / "3D-FRONT" / room.house, Path(room.path) / room.house)
        facts["house"] = [hashlib.sha256(p.read_bytes()).hexdigest() for p in places if p.is_file()]
    return facts


def _key(facts: dict[str, object], code: tuple[str, ...]) -> str:
    text = json.dumps([facts, _code_hash(code), _bpy_version()], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:24]


@cache
def _code_hash(patterns: tuple[str, ...]) -> str:
    total = hashlib.sha256()
    for path in sorted({p for pattern in patterns for p in BLENDER_SCRIPTS.glob(pattern)}):
        total.update(
            path.relative_to(BLENDER_SCRIPTS).as_posix().encode()
            + b"\0"
            + reduced(path.read_text(encoding="utf-8")).digest()
        )
    return total.hexdigest()


@cache
def _bpy_version() -> str:
    try:
        return version("bpy")
    except PackageNotFoundError:
        return "none"
