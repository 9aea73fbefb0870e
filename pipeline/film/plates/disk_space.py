"""Checks free disk space before a film is rendered: a disk that fills up halfway loses the work so far."""

import shutil
from pathlib import Path

from pipeline.film.profiles import MOST_GRID
from workers.blender_jobs import OrbitSpec
from workers.blender_pool import RenderFailed

SPARE = 1.2
"""Safety factor: other processes write to the same disk."""
BESIDE_PLATES = 64 << 20
"""Bytes of the light of a room, of its floor lightmap and of the metadata of the plates."""
EXR_BYTES_PER_RAY = 24
"""Size of the temporary EXR file that a render goes through: up to six channels of four bytes."""
BAND_RAYS = 5_000_000
"""Most rays of a baked frame in one EXR file, as `BAND_RAYS` on Blender's side; a traced frame is one file."""


def check_frames_fit(scratch: Path, orbit: OrbitSpec, frames: int) -> None:
    """Raise RenderFailed if the frames of an orbit do not fit."""
    pixels = orbit.width * orbit.height
    passing = max(pixels, min(pixels * MOST_GRID**2, BAND_RAYS))
    needed = 3 * pixels * frames + EXR_BYTES_PER_RAY * passing
    _check(scratch, needed, "the frames of this film", "TMPDIR")


def check_plates_fit(cache: Path, orbit: OrbitSpec) -> None:
    """Raise RenderFailed if the plates of an orbit do not fit: three bytes per pixel, and one bit of floor mask."""
    needed = SPARE * orbit.width * orbit.height * orbit.frames * (3 + 1 / 8) + BESIDE_PLATES
    _check(cache, needed, "the plates of this room", "--cache or SOLIDSCENE_CACHE")


def _check(folder: Path, needed: float, what: str, option: str) -> None:
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    free = shutil.disk_usage(there).free
    if free < needed:
        raise RenderFailed(
            f"{folder} has {free / 2**20:.0f} MB free, and {what} need {needed / 2**20:.0f} MB. "
            f"Remedy: free space, or choose another place with {option}"
        )
