"""The view transform: scene-linear light to display values and back, the same for every profile.

Blender's own colour management is not used, so that plates, crops and whole frames are in one colour space.
"""

import numpy as np

KNEE = 0.8
"""Linear light up to here is displayed unchanged; above it highlights are compressed smoothly instead of clipped."""
HEADROOM = 1.0 - KNEE


def shoulder(linear: np.ndarray) -> np.ndarray:
    above = KNEE + HEADROOM * -np.expm1(-(np.maximum(linear, KNEE) - KNEE) / HEADROOM)
    return np.where(linear <= KNEE, linear, above)


def to_display(linear: np.ndarray) -> np.ndarray:
    """Scene-linear RGB to display sRGB, 0 to 1."""
    shown = shoulder(np.maximum(linear, 0.0))
    return np.where(shown <= 0.0031308, 12.92 * shown, 1.055 * np.maximum(shown, 1e-9) ** (1 / 2.4) - 0.055)


def from_display(display: np.ndarray) -> np.ndarray:
    """The inverse of `to_display`; display white is the asymptote of the shoulder, so it is clamped to just below."""
    shown = np.where(display <= 0.04045, display / 12.92, ((display + 0.055) / 1.055) ** 2.4)
    over = np.clip((shown - KNEE) / HEADROOM, 0.0, 1.0 - 1e-3)
    return np.where(shown <= KNEE, shown, KNEE - HEADROOM * np.log1p(-over))


_STEPS = 8192
_MOST = 4.0
"""Linear light from this strength on is displayed as 255."""


def _display_table() -> np.ndarray:
    # Indexed by the square root of the light: finer at the dark end, where sRGB is steep.
    levels = np.linspace(0.0, 1.0, _STEPS) ** 2 * _MOST
    return np.rint(to_display(levels) * 255).astype(np.uint8)


_TO_BYTES = _display_table()
_FROM_BYTES = from_display(np.arange(256) / 255.0).astype(np.float32)


def to_bytes(linear: np.ndarray) -> np.ndarray:
    """Scene-linear RGB to 8-bit display values, by lookup table for speed."""
    index = np.sqrt(np.clip(linear, 0.0, _MOST) / np.float32(_MOST)) * (_STEPS - 1)
    return _TO_BYTES[np.rint(index).astype(np.int32)]


def from_bytes(display: np.ndarray) -> np.ndarray:
    """8-bit display values to scene-linear light."""
    return _FROM_BYTES[display]
