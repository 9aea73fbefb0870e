"""Colour arithmetic: display sRGB, scene-linear light and CIELAB, and the project's own view transform.

Arrays end in an axis of three channels; every function keeps the other axes. `display` is the renderer's transform from
scene light to a picture and `emission` its inverse, so that a marker shows exactly its palette colour. Knows no colour
names, files or Blender. Values out of range are clipped where a formula would not be real.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SHOULDER_START = 0.8
"""Linear light up to here is displayed unchanged; brighter light is rolled off so that highlights keep detail."""
SHOULDER_SPAN = 1.0 - SHOULDER_START

# IEC 61966-2-1: sRGB to CIE XYZ under D65.
_RGB_TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
# The white point is the matrix applied to (1, 1, 1), so that every grey has chroma 0 up to rounding.
_WHITE = _RGB_TO_XYZ.sum(axis=1)
_LAB_EDGE = 6 / 29


def srgb_to_linear(srgb: Floats) -> Floats:
    """Display values (0 to 1) as linear light (IEC 61966-2-1)."""
    srgb = np.clip(srgb, 0.0, 1.0)
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def linear_to_srgb(linear: Floats) -> Floats:
    """Linear light (clipped to 0 to 1) as display values; the inverse of `srgb_to_linear`."""
    linear = np.clip(linear, 0.0, 1.0)
    return np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)


def shoulder(linear: Floats) -> Floats:
    """Roll light above `SHOULDER_START` off towards 1, with a continuous slope; channel by channel."""
    linear = np.maximum(linear, 0.0)
    excess = np.maximum(linear - SHOULDER_START, 0.0) / SHOULDER_SPAN
    return np.where(linear <= SHOULDER_START, linear, SHOULDER_START + SHOULDER_SPAN * -np.expm1(-excess))


def inverse_shoulder(shown: Floats) -> Floats:
    """The light that `shoulder` turns into `shown`.

    Full white would need infinite light; what rounds to 255 in eight bits is treated as the least such value.
    """
    shown = np.clip(shown, 0.0, _BRIGHTEST_SHOWN)
    share = np.maximum(shown - SHOULDER_START, 0.0) / SHOULDER_SPAN
    return np.where(shown <= SHOULDER_START, shown, SHOULDER_START - SHOULDER_SPAN * np.log1p(-share))


_BRIGHTEST_SHOWN = float(srgb_to_linear(np.array(254.6 / 255)))


def display(linear: Floats) -> Floats:
    """Scene-linear light as display sRGB (0 to 1): the project's view transform."""
    return linear_to_srgb(shoulder(linear))


def emission(srgb: Floats) -> Floats:
    """The scene-linear light that `display` shows as `srgb`."""
    return inverse_shoulder(srgb_to_linear(srgb))


def srgb_to_lab(srgb: Floats) -> Floats:
    """Display sRGB (0 to 1) as CIELAB under D65: L 0 to 100, a and b (CIE 15:2004)."""
    ratio = srgb_to_linear(srgb) @ _RGB_TO_XYZ.T / _WHITE
    f = np.where(ratio > _LAB_EDGE**3, np.cbrt(ratio), ratio / (3 * _LAB_EDGE**2) + 4 / 29)
    x, y, z = f[..., 0], f[..., 1], f[..., 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)
