"""Records of filming: the orbit, the room, the look, the quality, and what came out of it. Data only."""

from pathlib import Path
from typing import Literal

from pydantic import Field

from dataset.video.records import VideoFacts
from geometry.checks import Check
from geometry.record import Record
from workers.blender_jobs import OrbitSpec, Rgb, RoomSpec, ViewFacts

ProfileName = Literal["baked", "path", "preview"]


class Look(Record):
    """What the object and its markers look like."""

    solid_rgb: Rgb = (0.50, 0.46, 0.41)
    """Linear base colour of the solid: a light clay."""
    marker_radius_m: float = Field(default=0.05, ge=0.02, le=0.1)
    """Radius of the markers; those at sharp corners or close to each other are drawn smaller (`marker_sizes`)."""
    edges: Literal["none", "lines"] = "none"
    """Whether the edges of the solid are drawn as thin dark lines."""


class FilmSpec(Record):
    """Everything that decides a film's pixels besides the object."""

    orbit: OrbitSpec = OrbitSpec()
    room: RoomSpec
    look: Look = Look()
    profile: ProfileName = "baked"
    seed: int = 0
    varied: tuple[str, ...] = ()
    """What was varied by the seed, of camera, light, room and material."""


class MarkerSight(Record):
    """How well one marker is seen over the orbit."""

    name: str
    radius_m: float
    """Radius as drawn: the film's, or less at sharp corners and close to another marker."""
    visible_px: tuple[float, ...]
    """Uncovered pixels per frame."""


class FilmResult(Record):
    """What a worker rendered."""

    frames_file: Path
    """A .npy file (n, height, width, 3) of 8-bit display values."""
    frames: tuple[int, ...]
    """Which frames of the orbit these are."""
    sights: tuple[MarkerSight, ...]
    device: str
    """`CPU` or the GPU back end."""
    description: str
    """The room in a sentence."""
    cold_plates: bool
    """The room's plates had to be rendered first."""
    view: ViewFacts
    """Result of the occlusion check."""
    seconds: float
    peak_mb: float


class Film(Record):
    """A finished video, or a set of stills, with its evidence."""

    spec: FilmSpec
    files: tuple[Path, ...]
    """The video first, then its pictures; or the stills in the order of the orbit."""
    video: VideoFacts | Literal["none"]
    result: FilmResult
    checks: tuple[Check, ...]
