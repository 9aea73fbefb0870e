"""The camera orbit: camera positions, projection to pixels, and the equivalent Blender camera.

The camera model is implemented twice on purpose, as Blender's camera and in numpy, so that a test can compare the two.
"""

import math
from dataclasses import dataclass

import numpy as np

SENSOR_HEIGHT_MM = 24.0
"""Any value works; only the field of view matters."""


@dataclass(frozen=True)
class Orbit:
    """A circle of cameras around an aim point, all looking at it."""

    width: int
    height: int
    frames: int
    fps: int
    radius_m: float
    tilt_deg: float
    start_deg: float
    turn: int
    """1 for counter-clockwise seen from above, -1 for clockwise."""
    aim_z_m: float
    fov_deg: float
    """Vertical field of view."""

    @property
    def aim(self) -> np.ndarray:
        return np.array([0.0, 0.0, self.aim_z_m])

    def azimuths(self) -> np.ndarray:
        """(frames,) azimuths of the cameras in radians; a closed loop: the last is one step before the first."""
        return np.radians(self.start_deg) + self.turn * 2 * math.pi * np.arange(self.frames) / self.frames

    def positions(self) -> np.ndarray:
        """(frames, 3) camera positions."""
        tilt, azimuth = math.radians(self.tilt_deg), self.azimuths()
        flat = self.radius_m * math.cos(tilt)
        rise = np.full(self.frames, self.radius_m * math.sin(tilt))
        return self.aim + np.stack([flat * np.cos(azimuth), flat * np.sin(azimuth), rise], axis=1)

    def axes(self, frame: int) -> np.ndarray:
        """(3, 3) rows right, up, forward of the camera in the world."""
        forward = self.aim - self.positions()[frame]
        forward /= np.linalg.norm(forward)
        right = np.cross(forward, [0.0, 0.0, 1.0])
        right /= np.linalg.norm(right)
        return np.stack([right, np.cross(right, forward), forward])

    @property
    def focal_px(self) -> float:
        return self.height / 2 / math.tan(math.radians(self.fov_deg) / 2)

    def project(self, points: np.ndarray, frame: int) -> np.ndarray:
        """(n, 3) world points to (n, 3): pixel x from the left, pixel y from the top, depth along the view."""
        seen = (np.asarray(points) - self.positions()[frame]) @ self.axes(frame).T
        x = self.width / 2 + self.focal_px * seen[:, 0] / seen[:, 2]
        y = self.height / 2 - self.focal_px * seen[:, 1] / seen[:, 2]
        return np.stack([x, y, seen[:, 2]], axis=1)

    def floor_points(self, frame: int, box: tuple[int, int, int, int]) -> np.ndarray:
        """(h, w, 2) where the rays through the pixel centres of `box` (left, top, right, bottom) meet z = 0."""
        left, top, right, bottom = box
        u = (np.arange(left, right) + 0.5 - self.width / 2) / self.focal_px
        v = (self.height / 2 - np.arange(top, bottom) - 0.5) / self.focal_px
        side, up, forward = self.axes(frame)
        rays = forward + u[None, :, None] * side + v[:, None, None] * up
        eye = self.positions()[frame]
        with np.errstate(divide="ignore", invalid="ignore"):
            reach = np.where(rays[..., 2] < 0, -eye[2] / rays[..., 2], np.inf)
        return eye[:2] + rays[..., :2] * reach[..., None]


def orbit_from(spec: dict) -> Orbit:
    return Orbit(**spec)


def add_camera(scene, orbit: Orbit):
    """A camera object for this orbit, set as the scene's camera."""
    import bpy

    data = bpy.data.cameras.new("orbit")
    data.sensor_fit = "VERTICAL"
    data.sensor_height = SENSOR_HEIGHT_MM
    data.lens = SENSOR_HEIGHT_MM / 2 / math.tan(math.radians(orbit.fov_deg) / 2)
    data.clip_start, data.clip_end = 0.05, 200.0
    camera = bpy.data.objects.new("orbit", data)
    scene.collection.objects.link(camera)
    scene.camera = camera
    scene.render.resolution_x, scene.render.resolution_y = orbit.width, orbit.height
    scene.render.resolution_percentage = 100
    return camera


def place_camera(camera, orbit: Orbit, frame: int) -> None:
    from mathutils import Matrix

    right, up, forward = orbit.axes(frame)
    matrix = np.eye(4)
    matrix[:3, 0], matrix[:3, 1], matrix[:3, 2] = right, up, -forward
    matrix[:3, 3] = orbit.positions()[frame]
    camera.matrix_world = Matrix(matrix.tolist())
