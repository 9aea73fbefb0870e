"""Colours of the rooms: sRGB hex codes to linear light, and the chroma limit that separates rooms from markers.

Rejects colours with a chroma above `MAX_CHROMA`: only markers are saturated, so that they cannot be confused with the
room.
"""

import math

Rgb = tuple[float, float, float]

# In finished frames surfaces may reach CIELAB chroma 35; lamp light and bounces add a few units.
MAX_CHROMA = 29.0

# sRGB primaries to XYZ under D65, and the white point (IEC 61966-2-1).
_TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE = (0.9505, 1.0, 1.089)


class ColourError(ValueError):
    """A room colour that is too saturated or not a hex code."""


def linear(value: float) -> float:
    """Linear light of one sRGB component between 0 and 1 (IEC 61966-2-1)."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _lab_root(ratio: float) -> float:
    return ratio ** (1 / 3) if ratio > 216 / 24389 else (24389 / 27 * ratio + 16) / 116


def chroma(rgb: Rgb) -> float:
    """CIELAB chroma of linear sRGB."""
    x, y, z = (
        _lab_root(sum(m * c for m, c in zip(row, rgb, strict=True)) / w) for row, w in zip(_TO_XYZ, _WHITE, strict=True)
    )
    return math.hypot(500 * (x - y), 200 * (y - z))


def paint(code: str) -> Rgb:
    """Linear colour of `#rrggbb`."""
    if len(code) != 7 or code[0] != "#":
        raise ColourError(f"{code!r} is not a colour. Remedy: write it as #rrggbb")
    rgb = tuple(linear(int(code[i : i + 2], 16) / 255) for i in (1, 3, 5))
    if chroma(rgb) > MAX_CHROMA:
        raise ColourError(f"{code} has chroma {chroma(rgb):.0f}, the limit is {MAX_CHROMA:.0f}. Remedy: mix in grey")
    return rgb


def blend(a: Rgb, b: Rgb, t: float) -> Rgb:
    """The colour a fraction t of the way from a to b."""
    return tuple(p + (q - p) * t for p, q in zip(a, b, strict=True))
