"""Colour arithmetic that only tests need: back from CIELAB, eight bits, and how different two colours look."""

import numpy as np
from numpy.typing import NDArray

from pipeline.scene.colour_space import _LAB_EDGE, _RGB_TO_XYZ, _WHITE, Floats, linear_to_srgb


def to_8bit(srgb: Floats) -> NDArray[np.uint8]:
    """Display values as the nearest eight-bit ones."""
    return np.asarray(np.rint(np.clip(srgb, 0.0, 1.0) * 255), dtype=np.uint8)


def lab_to_srgb(lab: Floats) -> Floats:
    """CIELAB under D65 as display sRGB; what the screen cannot show is clipped channel by channel."""
    y = (lab[..., 0] + 16) / 116
    f = np.stack([y + lab[..., 1] / 500, y, y - lab[..., 2] / 200], axis=-1)
    ratio = np.where(f > _LAB_EDGE, f**3, 3 * _LAB_EDGE**2 * (f - 4 / 29))
    return linear_to_srgb((ratio * _WHITE) @ np.linalg.inv(_RGB_TO_XYZ).T)


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
