"""Colour arithmetic: display sRGB, scene-linear light and CIELAB, and the project's own view transform.

Arrays end in an axis of three channels; every function keeps the other axes. `display` is how the renderer turns
scene light into a picture and `emission` its inverse, so that a marker shows exactly its palette colour. Nothing here
knows a name of a colour, a file or Blender. Values out of range are clipped where a formula would leave the reals.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SHOULDER_START = 0.8
"""Linear light up to here is shown as it is; brighter light is rolled off so that highlights keep their detail."""
SHOULDER_SPAN = 1.0 - SHOULDER_START

# IEC 61966-2-1: sRGB to CIE XYZ under D65.
_RGB_TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
_XYZ_TO_RGB = np.linalg.inv(_RGB_TO_XYZ)
# The white is what the matrix makes of (1, 1, 1), so that every grey has chroma 0 to rounding.
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


def to_8bit(srgb: Floats) -> NDArray[np.uint8]:
    """Display values as the nearest eight-bit ones."""
    return np.asarray(np.rint(np.clip(srgb, 0.0, 1.0) * 255), dtype=np.uint8)


def srgb_to_lab(srgb: Floats) -> Floats:
    """Display sRGB (0 to 1) as CIELAB under D65: L 0 to 100, a and b (CIE 15:2004)."""
    ratio = srgb_to_linear(srgb) @ _RGB_TO_XYZ.T / _WHITE
    f = np.where(ratio > _LAB_EDGE**3, np.cbrt(ratio), ratio / (3 * _LAB_EDGE**2) + 4 / 29)
    x, y, z = f[..., 0], f[..., 1], f[..., 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def lab_to_srgb(lab: Floats) -> Floats:
    """CIELAB under D65 as display sRGB; what the screen cannot show is clipped channel by channel."""
    y = (lab[..., 0] + 16) / 116
    f = np.stack([y + lab[..., 1] / 500, y, y - lab[..., 2] / 200], axis=-1)
    ratio = np.where(f > _LAB_EDGE, f**3, 3 * _LAB_EDGE**2 * (f - 4 / 29))
    return linear_to_srgb((ratio * _WHITE) @ _XYZ_TO_RGB.T)


def ciede2000(first: Floats, second: Floats) -> Floats:
    """CIEDE2000 between CIELAB colours, broadcast (Sharma, Wu, Dalal 2005, equations 2 to 22, unit weights)."""
    l1, c1, h1 = _rescaled_polar(first, second)
    l2, c2, h2 = _rescaled_polar(second, first)
    turn = (h2 - h1 + 180) % 360 - 180
    hue_step = np.where(c1 * c2 == 0, 0.0, turn)
    d_hue = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(hue_step) / 2)
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = np.where(c1 * c2 == 0, h1 + h2, (h1 + turn / 2) % 360)
    s_l = 1 + 0.015 * (lightness - 50) ** 2 / np.sqrt(20 + (lightness - 50) ** 2)
    s_c, s_h = 1 + 0.045 * chroma, 1 + 0.015 * chroma * _hue_weight(hue)
    blue_turn = 30 * np.exp(-(((hue - 275) / 25) ** 2))
    rotation = -np.sin(np.radians(2 * blue_turn)) * 2 * _seventh(chroma)
    light, colourful, hued = (l2 - l1) / s_l, (c2 - c1) / s_c, d_hue / s_h
    return np.asarray(np.sqrt(light**2 + colourful**2 + hued**2 + rotation * colourful * hued))


def _rescaled_polar(lab: Floats, other: Floats) -> tuple[Floats, Floats, Floats]:
    """Lightness, chroma and hue in degrees of `lab`, its a axis stretched as the pair's mean chroma asks."""
    mean_chroma = (np.hypot(lab[..., 1], lab[..., 2]) + np.hypot(other[..., 1], other[..., 2])) / 2
    a = lab[..., 1] * (1.5 - 0.5 * _seventh(mean_chroma))
    return lab[..., 0], np.hypot(a, lab[..., 2]), np.degrees(np.arctan2(lab[..., 2], a)) % 360


def _seventh(chroma: Floats) -> Floats:
    """√(C⁷ / (C⁷ + 25⁷))."""
    return np.asarray(np.sqrt(chroma**7 / (chroma**7 + 25.0**7)))


def _hue_weight(hue: Floats) -> Floats:
    angle = np.radians(hue)
    return np.asarray(
        1
        - 0.17 * np.cos(angle - np.radians(30))
        + 0.24 * np.cos(2 * angle)
        + 0.32 * np.cos(3 * angle + np.radians(6))
        - 0.20 * np.cos(4 * angle - np.radians(63))
    )
