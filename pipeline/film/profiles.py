"""The profiles `baked`, `path` and `preview` in numbers, and the seeded variations of a film."""

from collections.abc import Sequence
from random import Random

from pipeline.film.records import FilmSpec
from pipeline.scene.size_steps import LARGEST
from workers.blender_jobs import LEAST_SIDE_PX, BakedQuality, OrbitSpec, RoomSpec, TracedQuality

BAKED = BakedQuality(
    room_edge_m=0.13,
    room_samples=48,
    plate_grid=3,
    solid_edge_m=0.08,
    solid_samples=96,
    floor_half_m=2.8,
    floor_px=288,
    floor_samples=24,
    crop_grid=3,
)
PREVIEW = BakedQuality(
    room_edge_m=0.35,
    room_samples=12,
    plate_grid=1,
    solid_edge_m=0.2,
    solid_samples=32,
    floor_half_m=2.8,
    floor_px=128,
    floor_samples=12,
    crop_grid=1,
)
PATH = TracedQuality(samples=64)

PREVIEW_SIDE_PX = 400
"""The longer side of a preview; the shorter one follows from the film's own shape."""
PREVIEW_RATE = {"frames": 16, "fps": 2}
"""A preview has the eight seconds of a film."""
WHOLE_FILM = {"baked": OrbitSpec().frames, "path": OrbitSpec().frames, "preview": PREVIEW_RATE["frames"]}
"""Frames of an ordinary film, by profile."""

VARIATIONS = ("camera", "light", "room", "material")
TINTS = {"neutral": (1.0, 1.0, 1.0), "warm": (1.0, 0.95, 0.88), "cool": (0.93, 0.97, 1.0)}
"""Colours of the light, by name."""
CLAYS = {
    "clay": (0.50, 0.46, 0.41),
    "grey": (0.55, 0.55, 0.55),
    "slate": (0.42, 0.47, 0.52),
    "terracotta": (0.52, 0.43, 0.38),
    "sage": (0.44, 0.49, 0.42),
    "sand": (0.60, 0.56, 0.47),
}
"""Colours of the solid, by name: pale ones, from which every marker stands out."""


FULL_WIDTH = OrbitSpec().width
MOST_GRID = 7


def quality_of(spec: FilmSpec) -> BakedQuality | TracedQuality:
    """The numbers of a film's profile for its frames and the size of its object.

    A pixel of a small frame covers more of a texture, so it gets more rays to avoid aliasing; the frame still costs no
    more than a large one. A small object is as large in the picture as a large one, so its light and its shadow are
    measured on a finer grid.
    """
    if spec.profile == "path":
        return PATH
    base = BAKED if spec.profile == "baked" else PREVIEW
    rays = {name: _finer(getattr(base, name), spec.orbit.width) for name in ("plate_grid", "crop_grid")}
    share = spec.room.object_size_m / LARGEST.longest_m
    lengths = {name: share * getattr(base, name) for name in ("solid_edge_m", "floor_half_m")}
    return base.model_copy(update=rays | lengths)


def _finer(grid: int, width: int) -> int:
    return max(grid, min(MOST_GRID, grid * FULL_WIDTH // width))


def preview_orbit(orbit: OrbitSpec) -> OrbitSpec:
    """The same circle and aspect ratio, small and with few frames; what is smaller already is kept."""
    share = min(1.0, PREVIEW_SIDE_PX / max(orbit.width, orbit.height))
    size = {name: _even(share * getattr(orbit, name)) for name in ("width", "height")}
    rate = {name: min(most, getattr(orbit, name)) for name, most in PREVIEW_RATE.items()}
    return orbit.model_copy(update=size | rate)


def _even(pixels: float) -> int:
    """The next even number of pixels, at least the minimum side of a frame."""
    return max(LEAST_SIDE_PX, 2 * round(pixels / 2))


# Variations come from short lists, not from a continuum, so that films can share plates.
_ROOM_SEEDS = (0, 1, 2, 3)
_TILTS = (25.0, 30.0, 35.0)
_GAINS = (0.85, 1.0, 1.15)


def varied(spec: FilmSpec, what: Sequence[str], rooms: Sequence[RoomSpec]) -> FilmSpec:
    """The film with the named properties drawn from its seed; each has a random stream of its own."""
    unknown = sorted(set(what) - set(VARIATIONS))
    if unknown:
        raise ValueError(f"cannot vary {', '.join(unknown)}. Remedy: choose from {', '.join(VARIATIONS)}")
    orbit, room, look = spec.orbit, spec.room, spec.look
    if "room" in what:
        room = _other_room(rooms, _chance(spec, "another room"))
        room = room.model_copy(update={"scale_cue": spec.room.scale_cue, "object_size_m": spec.room.object_size_m})
    if "light" in what:
        chance = _chance(spec, "light")
        room = room.model_copy(
            update={"light_gain": chance.choice(_GAINS), "light_tint": chance.choice(tuple(TINTS.values()))}
        )
    if "camera" in what:
        # The furniture of a house was cleared from the lines of sight of one tilt only.
        tilts = _TILTS if room.source == "procedural" else (orbit.tilt_deg,)
        orbit = _other_camera(orbit, _chance(spec, "camera"), tilts)
    if "material" in what:
        look = look.model_copy(update={"solid_rgb": _chance(spec, "material").choice(tuple(CLAYS.values()))})
    return spec.model_copy(update={"orbit": orbit, "room": room, "look": look, "varied": tuple(sorted(set(what)))})


def _other_room(rooms: Sequence[RoomSpec], chance: Random) -> RoomSpec:
    """One of the rooms; a procedural one also with other furniture, colours and light."""
    room = chance.choice(list(rooms))
    if room.source == "procedural":
        return room.model_copy(update={"seed": chance.choice(_ROOM_SEEDS)})
    return room


def _other_camera(orbit: OrbitSpec, chance: Random, tilts: Sequence[float]) -> OrbitSpec:
    step = 360.0 / orbit.frames
    return orbit.model_copy(
        update={
            "start_deg": orbit.start_deg + step * chance.randrange(orbit.frames),
            "turn": chance.choice((1, -1)),
            "tilt_deg": chance.choice(tilts),
        }
    )


def _chance(spec: FilmSpec, what: str) -> Random:
    return Random(f"{spec.seed}:{what}")
