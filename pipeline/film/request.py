"""The film options of a user, validated and turned into a film's specification."""

from collections.abc import Callable, Sequence
from typing import Any, get_args

from pydantic import ValidationError

from geometry.record import Record
from pipeline.film.look_options import CAMERA, LIGHT, LOOK, WordError, camera_of, light_of, look_of
from pipeline.film.profiles import VARIATIONS, preview_orbit, varied
from pipeline.film.records import FilmSpec, Look, ProfileName
from pipeline.film.room_choice import RoomChoiceError, check_rooms, pick_room, read_rooms
from pipeline.scene.size_steps import LARGEST, SizeStep, size_step
from workers.blender_jobs import JobFailed, OrbitSpec, RoomSpec, ScaleCue
from workers.blender_pool import BlenderPool


class RequestError(ValueError):
    """An invalid option; the message names valid values."""


class FilmRequest(Record):
    """Options as they were given."""

    profile: str = "baked"
    rooms: str = "oak_loft"
    scale_cue: str = "none"
    vary: str = ""
    seed: int = 0
    stills: int = 0
    samples: int = 0
    """Frames of the film that are also wanted as pictures."""
    shape: tuple[int, int, int, int] = (1200, 900, 48, 6)
    """Width, height, frames, frames a second."""
    camera: str = ""
    """As in `tilt=25,radius=7`; see `film_words`."""
    light: str = ""
    look: str = ""

    def check(self) -> None:
        """Reject invalid options before any work is done."""
        _one_of("profile", self.profile, get_args(ProfileName))
        _one_of("scale cue", self.scale_cue, get_args(ScaleCue))
        for word in self._variations():
            _one_of("variation", word, VARIATIONS)
        try:
            check_rooms(self.rooms)
        except RoomChoiceError as error:
            raise RequestError(str(error)) from error
        self._check_words()
        frames = self._orbit().frames
        if self.samples and self.stills:
            raise RequestError(
                "samples are frames of a film, and --stills makes no film. Remedy: --stills or --samples"
            )
        if self.samples > frames:
            raise RequestError(
                f"cannot take {self.samples} samples of {frames} frames. Remedy: at most {frames} samples"
            )

    def spec(
        self,
        pool: BlenderPool,
        warn: Callable[[str], None] = lambda sentence: None,
        longest_m: float = LARGEST.longest_m,
    ) -> FilmSpec:
        """The requested film of a solid of that size. The pool is used only to list the rooms of a 3D-FRONT folder."""
        return self.spec_in(self.found_rooms(pool, warn), longest_m)

    def found_rooms(
        self, pool: BlenderPool, warn: Callable[[str], None] = lambda sentence: None
    ) -> tuple[RoomSpec, ...]:
        """The rooms the film may use, looked up once for all films with the same options."""
        self.check()
        try:
            return read_rooms(self.rooms, self.scale_cue, pool, warn)  # type: ignore[arg-type]
        except (RoomChoiceError, JobFailed) as error:
            raise RequestError(str(error)) from error

    def spec_in(self, rooms: Sequence[RoomSpec], longest_m: float = LARGEST.longest_m) -> FilmSpec:
        """The film in one of the rooms, chosen by its seed; camera, markers and rulers fit solids of that size."""
        step = size_step(longest_m)
        rooms = [room.model_copy(update={"object_size_m": step.longest_m}) for room in rooms]
        spec = FilmSpec(
            orbit=self._orbit(step),
            room=pick_room(rooms, self.seed).model_copy(update=light_of(self.light)),
            look=Look(**{"marker_radius_m": step.marker_radius_m} | look_of(self.look)),
            profile=self.profile,
            seed=self.seed,
        )
        return varied(spec, self._variations(), rooms) if self.vary else spec

    def _variations(self) -> tuple[str, ...]:
        return tuple(word.strip() for word in self.vary.split(",") if word.strip())

    def _check_words(self) -> None:
        """Options must be valid, and no field may be both set and varied by the seed."""
        try:
            chosen = camera_of(self.camera) | light_of(self.light) | look_of(self.look)
        except WordError as error:
            raise RequestError(str(error)) from error
        for variation in self._variations():
            both = [word for word, field in _CHOSEN_BY_SEED.get(variation, {}).items() if field in chosen]
            if both:
                raise RequestError(f"--vary {variation} sets {', '.join(both)} too. Remedy: either set it or vary it")

    def _orbit(self, step: SizeStep = LARGEST) -> OrbitSpec:
        width, height, frames, fps = self.shape
        camera: dict[str, Any] = {"fov_deg": step.fov_deg, "aim_z_m": step.aim_z_m} | camera_of(self.camera)
        try:
            orbit = OrbitSpec(width=width, height=height, frames=self.stills or frames, fps=fps, **camera)
        except ValidationError as error:
            first = error.errors()[0]
            name = str(first["loc"][0])
            option = "stills" if name == "frames" and self.stills else name
            raise RequestError(f"{option}: {first['msg']}. Remedy: {_SHAPE_REMEDIES[name]}") from error
        if self.profile == "preview":
            small = preview_orbit(orbit)
            return small.model_copy(update={"frames": self.stills}) if self.stills else small
        return orbit


_CHOSEN_BY_SEED = {
    "camera": {word: CAMERA[word] for word in ("start", "turn", "tilt")},
    "light": LIGHT,
    "material": {"colour": LOOK["colour"]},
}
_SIZES = "even sizes from 64 x 64 to 7680 x 4320, such as 1200 x 900"
_SHAPE_REMEDIES = {"width": _SIZES, "height": _SIZES, "frames": "1 to 2000, such as 48", "fps": "1 to 120, such as 6"}


def _one_of(what: str, word: str, known: tuple[str, ...]) -> None:
    if word not in known:
        raise RequestError(f"unknown {what} {word!r}. Remedy: choose from {', '.join(known)}")
