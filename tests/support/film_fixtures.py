"""Small real films for the tests: one solid, few frames, low quality, a fresh cache."""

import numpy as np
from numpy.typing import NDArray

from geometry.notation.resolve import parse_figure
from pipeline.film.records import FilmSpec
from pipeline.scene.figure_to_scene import prepare_scene
from pipeline.scene.records import SceneData
from workers.blender_jobs import BakedQuality, OrbitSpec, ProceduralRoom

BOX = """solid cuboid ABCD-A1B1C1D1
given AB = 2
given AD = 1.5
given AA1 = 1.2
find volume(ABCD-A1B1C1D1)
"""

TINY = BakedQuality(
    room_edge_m=0.7,
    room_samples=4,
    plate_grid=1,
    solid_edge_m=0.4,
    solid_samples=16,
    floor_half_m=2.8,
    floor_px=64,
    floor_samples=8,
    crop_grid=4,
)


def box_scene() -> SceneData:
    return prepare_scene(parse_figure(BOX)).scene


def small_spec(room: str = "oak_loft", frames: int = 4, width: int = 640) -> FilmSpec:
    orbit = OrbitSpec(width=width, height=width * 3 // 4, frames=frames, fps=2, start_deg=7.0)
    return FilmSpec(orbit=orbit, room=ProceduralRoom(name=room))


def projected(orbit: OrbitSpec, points: NDArray[np.float64], frame: int) -> NDArray[np.float64]:
    """(n, 2) pixels by a pinhole camera written down from the specification alone."""
    seen, (right, up, _) = _seen(orbit, points, frame)
    depth = depths_of(orbit, points, frame)
    focal = orbit.height / 2 / np.tan(np.radians(orbit.fov_deg) / 2)
    return np.stack(
        [orbit.width / 2 + focal * (seen @ right) / depth, orbit.height / 2 - focal * (seen @ up) / depth], axis=1
    )


def depths_of(orbit: OrbitSpec, points: NDArray[np.float64], frame: int) -> NDArray[np.float64]:
    """(n,) distances along the camera's axis."""
    seen, (_, _, out) = _seen(orbit, points, frame)
    return np.asarray(-seen @ out)


def _seen(orbit: OrbitSpec, points: NDArray[np.float64], frame: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The points from the camera, and the camera's axes: right, up, backwards."""
    azimuth = np.radians(orbit.start_deg + orbit.turn * 360.0 * frame / orbit.frames)
    tilt = np.radians(orbit.tilt_deg)
    out = np.array([np.cos(tilt) * np.cos(azimuth), np.cos(tilt) * np.sin(azimuth), np.sin(tilt)])
    right = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    eye = np.array([0.0, 0.0, orbit.aim_z_m]) + orbit.radius_m * out
    return points - eye, np.stack([right, np.cross(out, right), out])
