"""Records of filming: the orbit, the room, the look, the quality, and what came out of it. Data only."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from geometry.checks import Check
from pipeline.scene_records import Record, Rgb
from pipeline.video_records import VideoFacts

ProfileName = Literal["baked", "path", "preview"]
ScaleCue = Literal["none", "rule", "tiles"]

LEAST_SIDE_PX = 64


class OrbitSpec(Record):
    """The camera circle. The defaults are those of the SIRI-Bench paper; the lens shows a 2 m object at half height."""

    width: int = Field(default=1200, ge=LEAST_SIDE_PX, le=7680, multiple_of=2)
    height: int = Field(default=900, ge=LEAST_SIDE_PX, le=4320, multiple_of=2)
    frames: int = Field(default=48, ge=1, le=2000)
    fps: int = Field(default=6, ge=1, le=120)
    radius_m: float = Field(default=8.0, ge=4.0, le=12.0)
    """Distance of the camera from the aim point."""
    tilt_deg: float = Field(default=30.0, ge=5.0, le=80.0)
    """How far the camera looks down."""
    start_deg: float = 0.0
    """Where the circle begins, counter-clockwise from the x axis seen from above."""
    turn: Literal[1, -1] = 1
    """1: the camera moves counter-clockwise seen from above; -1: clockwise."""
    aim_z_m: float = Field(default=0.6, ge=0.0, le=2.0)
    """Height of the point that the camera looks at, above the floor under the object."""
    fov_deg: float = Field(default=30.0, ge=5.0, le=90.0)
    """Vertical field of view."""


class ProceduralRoom(Record):
    """A room built by the project itself."""

    source: Literal["procedural"] = "procedural"
    name: str
    seed: int = 0
    scale_cue: ScaleCue = "none"
    light_gain: float = Field(default=1.0, ge=0.5, le=1.5)
    """Strength of all lamps against the room's own."""
    light_tint: Rgb = (1.0, 1.0, 1.0)
    """Colour of all lamps against the room's own."""


class FrontRoom(Record):
    """A room of a 3D-FRONT house."""

    source: Literal["3d-front"] = "3d-front"
    path: str
    """Folder that holds the data set."""
    house: str
    """Name of the house's file."""
    name: str
    """The room's instance id in that file."""
    scale_cue: ScaleCue = "none"
    light_gain: float = Field(default=1.0, ge=0.5, le=1.5)
    light_tint: Rgb = (1.0, 1.0, 1.0)


RoomSpec = Annotated[ProceduralRoom | FrontRoom, Field(discriminator="source")]


class BakedQuality(Record):
    """Numbers of the fast path."""

    room_edge_m: float
    """Distance of the points at which a room's light is measured."""
    room_samples: int
    plate_grid: int = Field(ge=1)
    """Rays of a plate's pixel across, and as many down."""
    solid_edge_m: float
    """Distance of the points at which the object's light is measured."""
    solid_samples: int
    floor_half_m: float
    """Half side of the square of floor on which the object's shadow is measured."""
    floor_px: int
    floor_samples: int
    crop_grid: int = Field(ge=1)
    """Rays of the object's pixel across, and as many down."""


class TracedQuality(Record):
    """Numbers of plain path tracing."""

    samples: int
    denoise: bool = True
    rows: tuple[int, int] | None = None
    """First and last (excluded) row of pixels to trace, counted from the top; all when not told."""


class Look(Record):
    """What the object and its markers look like."""

    solid_rgb: Rgb = (0.50, 0.46, 0.41)
    """Linear base colour of the solid: a light clay."""
    marker_radius_m: float = Field(default=0.05, ge=0.02, le=0.1)
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
    visible_px: tuple[float, ...]
    """Uncovered pixels per frame."""


class FilmResult(Record):
    """What a worker made."""

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
    """The room's plates had to be made first."""
    free_rays: int
    """Rays from the cameras to the object that nothing of the room stopped: all that were cast."""
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
