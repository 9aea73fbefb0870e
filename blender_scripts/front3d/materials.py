"""Matte materials of a 3D-FRONT room: a texture on UVMap or one colour, desaturated so that markers stand out.

Markers are saturated; textures and colours lose at least 40 % of their saturation, and more until 95 % of the picture
is below the chroma limit of rooms. Gloss, bump and transparency are ignored.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import bpy
import numpy as np

from blender_scripts.rooms.materials import FLOOR_MARK, Graph, Socket, matte
from blender_scripts.rooms.materials import Paint as Colouring

from .house import Paint

SATURATIONS = (0.6, 0.45, 0.3, 0.15, 0.0)
LARGEST_CHROMA = 30.0  # rooms may reach CIELAB chroma 35 in finished frames; light and bounces add some
SHOWN_GAIN = 1.5  # under the lamps the radiance is up to this factor times the albedo
DARKEST_FLOOR, LIGHTEST, MOST_LIFT = 0.22, 0.85, 5.0
CULL_MARK = "cull_back"
_TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
_WHITE = np.array([0.9505, 1.0, 1.089])
Rgb = tuple[float, float, float]


class Paints:
    """Caches materials, and the pictures they are made of."""

    def __init__(self) -> None:
        self._made: dict[tuple[object, ...], bpy.types.Material] = {}
        self._pictures: dict[Path, tuple[bpy.types.Image, np.ndarray] | None] = {}

    def textured(self, name: str, file: Path, marks: tuple[str, ...] = ()) -> bpy.types.Material | None:
        """A texture on UVMap; None if the file is not a picture."""
        picture = self._picture(file)
        if picture is None:
            return None
        key = (file, marks)
        if key not in self._made:
            image, pixels = picture
            self._made[key] = _marked(matte(name, _picture_paint(image, Toning.of(pixels, marks))), marks)
        return self._made[key]

    def plain(self, name: str, colour: Rgb, marks: tuple[str, ...] = ()) -> bpy.types.Material:
        """One linear colour, desaturated like a texture."""
        rgb = np.array([colour])
        quiet = Toning.of(rgb, marks).applied(rgb)[0]
        key = (tuple(np.round(quiet, 6)), marks)
        if key not in self._made:
            self._made[key] = _marked(matte(name, tuple(float(c) for c in quiet)), marks)
        return self._made[key]

    def albedo(self, file: Path | None, fallback: Rgb, marks: tuple[str, ...]) -> float:
        """The mean albedo of a material made of this picture or colour."""
        picture = self._picture(file) if file is not None else None
        rgb = picture[1] if picture is not None else np.array([fallback])
        return float(Toning.of(rgb, marks).applied(rgb).mean())

    def mean_colour(self, file: Path | None, fallback: Rgb) -> Rgb:
        """The mean linear colour of a picture, or the fallback."""
        picture = self._picture(file) if file is not None else None
        return fallback if picture is None else tuple(float(c) for c in picture[1].mean(axis=0))

    def _picture(self, file: Path) -> tuple[bpy.types.Image, np.ndarray] | None:
        if file not in self._pictures:
            self._pictures[file] = _load(file)
        return self._pictures[file]


@dataclass(frozen=True)
class Toning:
    """Colour correction of a picture: the two factors of Blender's Hue/Saturation node."""

    saturation: float
    value: float

    @staticmethod
    def of(rgb: np.ndarray, marks: tuple[str, ...]) -> Toning:
        """For linear colours (n, 3): the least desaturation with 95 % of them below the chroma limit."""
        tonings = (_toning(rgb, saturation, FLOOR_MARK in marks) for saturation in SATURATIONS)
        return next(
            t
            for t in tonings
            if np.quantile(chroma(np.minimum(t.applied(rgb) * SHOWN_GAIN, 1.0)), 0.95) <= LARGEST_CHROMA
            or not t.saturation
        )

    def applied(self, rgb: np.ndarray) -> np.ndarray:
        """Linear colours (n, 3) with their HSV saturation and value multiplied."""
        return desaturated(rgb, self.saturation) * self.value


def paint_colour(paint: Paint) -> Rgb:
    """The linear colour of a house's material, without its picture."""
    return tuple(float(c) for c in to_linear(np.array(paint.srgb)))


def to_linear(srgb: np.ndarray) -> np.ndarray:
    """Linear light of sRGB components between 0 and 1 (IEC 61966-2-1)."""
    return np.where(srgb <= 0.04045, srgb / 12.92, ((np.maximum(srgb, 0.04045) + 0.055) / 1.055) ** 2.4)


def desaturated(rgb: np.ndarray, saturation: float) -> np.ndarray:
    """Linear colours (n, 3) after Blender's Hue/Saturation node: the HSV saturation is multiplied."""
    value = rgb.max(axis=1, keepdims=True)
    return value - (value - rgb) * saturation


def chroma(rgb: np.ndarray) -> np.ndarray:
    """CIELAB chroma of linear sRGB colours (n, 3)."""
    ratio = rgb @ _TO_XYZ.T / _WHITE
    root = np.where(ratio > 216 / 24389, np.cbrt(ratio), (24389 / 27 * ratio + 16) / 116)
    return np.hypot(500 * (root[:, 0] - root[:, 1]), 200 * (root[:, 1] - root[:, 2]))


def _toning(rgb: np.ndarray, saturation: float, floor: bool) -> Toning:
    """Toning that keeps the luminance; dark floors are brightened, since brighter lamps would overexpose the walls."""
    pale = desaturated(rgb, saturation)
    luminance = rgb @ _TO_XYZ[1]
    value = float(luminance.mean() / max(float((pale @ _TO_XYZ[1]).mean()), 1e-6)) or 1.0
    if not floor:
        return Toning(saturation, value)
    highest = LIGHTEST / max(float(np.quantile(pale, 0.98)) * value, 1e-3)
    lift = min(DARKEST_FLOOR / max(float(luminance.mean()), 1e-3), highest, MOST_LIFT)
    return Toning(saturation, value * max(lift, 1.0))


def _load(file: Path) -> tuple[bpy.types.Image, np.ndarray] | None:
    try:
        image = bpy.data.images.load(str(file))
    except RuntimeError:
        return None
    if not image.has_data and not image.size[0]:
        bpy.data.images.remove(image)
        return None
    values = np.empty(len(image.pixels), dtype=np.float32)
    image.pixels.foreach_get(values)
    channels = values.reshape(-1, image.channels)
    rgb = channels[:, :3] if image.channels >= 3 else np.repeat(channels[:, :1], 3, axis=1)
    image.buffers_free()
    return image, to_linear(rgb[:: max(1, len(rgb) // 20_000)].astype(np.float64))


def _picture_paint(image: bpy.types.Image, toning: Toning) -> Colouring:
    def paint(graph: Graph) -> Socket:
        texture = graph.node("ShaderNodeTexImage", {"Vector": graph.uv()}, "Color", image=image)
        inputs = {"Saturation": toning.saturation, "Value": toning.value, "Color": texture}
        return graph.node("ShaderNodeHueSaturation", inputs, "Color")

    return paint


def _marked(material: bpy.types.Material, marks: tuple[str, ...]) -> bpy.types.Material:
    for mark in marks:
        material[mark] = 1
    return material
