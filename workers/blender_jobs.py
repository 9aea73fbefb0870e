"""Jobs of a Blender worker and its answers: the launcher's side of the protocol, one record each.

Data only, sent as JSON. Inside Blender they are plain dictionaries (`blender_scripts/film/jobs.py`). Errors are
identified by their code, never by a class name.
"""

from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from geometry.record import Record
from geometry.shapes.coordinates import Vec3

Rgb = tuple[float, float, float]
ScaleCue = Literal["none", "rule", "tiles"]
ErrorCode = Literal["view", "disk_full", "error"]
"""`view`: a camera does not see the object whole; `disk_full`; `error`: everything unexpected."""

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
    """Strength of all lamps, relative to the room's own."""
    light_tint: Rgb = (1.0, 1.0, 1.0)
    """Colour of all lamps, relative to the room's own."""
    object_size_m: float = Field(default=2.0, gt=0, le=2.0)
    """Size of the largest object that the rulers are placed for."""


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
    object_size_m: float = Field(default=2.0, gt=0, le=2.0)


RoomSpec = Annotated[ProceduralRoom | FrontRoom, Field(discriminator="source")]


class BakedQuality(Record):
    """Numbers of the fast path."""

    room_edge_m: float
    """Spacing of the points at which a room's light is baked."""
    room_samples: int
    plate_grid: int = Field(ge=1)
    """Rays per pixel of a plate, in each direction."""
    solid_edge_m: float
    """Spacing of the points at which the object's light is baked."""
    solid_samples: int
    floor_half_m: float
    """Half side of the square of floor on which the object's shadow is measured."""
    floor_px: int
    floor_samples: int
    crop_grid: int = Field(ge=1)
    """Rays per pixel of the object, in each direction."""


class TracedQuality(Record):
    """Numbers of plain path tracing."""

    samples: int
    denoise: bool = True
    rows: tuple[int, int] | None = None
    """First and last (excluded) row of pixels to trace, counted from the top; None for all."""


class DrawnMarker(Record):
    """A marker as it is drawn."""

    name: str
    position_m: Vec3
    radius_m: float
    colour_rgb: Rgb
    """Linear base colour that the script gave it, 0 to 1."""
    display_rgb: Rgb
    """The palette's colour, as the film must show it."""


class DrawnScene(Record):
    """The object as it is drawn."""

    vertices_m: tuple[Vec3, ...]
    faces: tuple[tuple[int, ...], ...]
    smooth: tuple[bool, ...]
    markers: tuple[DrawnMarker, ...]


class ViewFacts(Record):
    """Result of the occlusion check: what the cameras see of the object, measured before anything is rendered."""

    rays: int
    """Rays cast from all cameras to the object."""
    blocked_rays: int
    """Rays that are occluded by something in the room."""
    cut_frames: int
    """Frames in which the object is not completely inside the picture."""
    edge_px: float
    """Least distance of the object from the edge of a picture; negative outside."""
    sentence: str
    """The first fault with a remedy; empty if there is none."""


class FilmAnswer(Record):
    """What a worker reports about the frames it rendered."""

    device: str
    """`CPU` or the GPU back end."""
    description: str
    """The room in a sentence."""
    visible_px: tuple[tuple[float, ...], ...]
    """Uncovered pixels by marker and frame."""
    view: ViewFacts
    cold_plates: bool
    """The room's plates had to be rendered first."""
    shadow_reach_m: float = 0.0
    """How far the object's shadow reaches on the floor; 0 if it is not measured separately."""
    seconds: float
    peak_mb: float


class FilmJob(Record):
    """Frames of an orbit round an object in a room, into an array file."""

    answer: ClassVar[type[FilmAnswer]] = FilmAnswer

    kind: Literal["film"] = "film"
    method: Literal["baked", "path"]
    room: RoomSpec
    orbit: OrbitSpec
    plate_orbit: OrbitSpec
    """The orbit for which the room's plates are cached."""
    plate_order: tuple[int, ...]
    """Number of the plate for each frame of the orbit."""
    plate_folder: Path
    light_file: Path
    """The room's light, which all its plates share."""
    light_views: tuple[OrbitSpec, ...]
    """The orbits whose cameras see all of the room that is lit."""
    floor_file: Path
    """The light on the room's empty floor."""
    scene: DrawnScene
    solid_rgb: Rgb
    line_radius_m: float
    """Radius of the lines along the object's edges; 0 for none."""
    quality: BakedQuality | TracedQuality
    frames: tuple[int, ...]
    """Which frames of the orbit are wanted."""
    frames_file: Path
    """A .npy file (n, height, width, 3) of 8-bit display values, written by the worker."""


class FrontRoomFacts(Record):
    """A room of a 3D-FRONT house, and whether it can be used for films."""

    house: str
    room: str
    kind: str
    usable: bool
    reason: str
    """Why it is not usable."""
    floor_area_m2: float
    largest_circle_m: float
    """Radius of the largest free circle on its floor."""


class FrontRoomsAnswer(Record):
    """All rooms of a download."""

    rooms: tuple[FrontRoomFacts, ...]
    rule_clear_m: float
    """Free radius on the floor that the metre rule needs."""
    peak_mb: float


class FrontRoomsJob(Record):
    """List the rooms of a 3D-FRONT download."""

    answer: ClassVar[type[FrontRoomsAnswer]] = FrontRoomsAnswer

    kind: Literal["front_rooms"] = "front_rooms"
    path: str


class SleepAnswer(Record):
    """Answer to a SleepJob."""

    peak_mb: float


class SleepJob(Record):
    """Keep a worker busy without rendering, for tests and the doctor."""

    answer: ClassVar[type[SleepAnswer]] = SleepAnswer

    kind: Literal["sleep"] = "sleep"
    seconds: float


BlenderJob = FilmJob | FrontRoomsJob | SleepJob


class JobFailed(RuntimeError):  # noqa: N818
    """The worker answered that the job cannot be done; a retry would not help."""

    def __init__(self, sentence: str, code: ErrorCode = "error", facts: dict[str, Any] | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.facts = facts or {}
