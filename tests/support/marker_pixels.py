"""Which marker a pixel shows, from its colour alone, and how much of each marker a frame really shows.

A marker is drawn as a ball of its palette colour that gets darker towards the rim, then the view transform and the
film's compression act on it. A pixel is therefore compared, in CIELAB, with every shade that a ball of each colour
can show, and belongs to the nearest within `RADIUS`; anything further away belongs to none. Colour alone cannot
tell a marker from furniture of the same colour: `marker_counts` looks only where a marker must be.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from pydantic import Field
from scipy.spatial import cKDTree

from geometry.record import Record
from pipeline.scene.colour_space import Floats, display, srgb_to_lab
from pipeline.scene.palette import colour_named

Pixels = NDArray[np.uint8]
Indices = NDArray[np.int16]

NOBODY = -1
DARKEST_SHADE, BRIGHTEST_SHADE = 0.52, 1.05
"""Share of its linear light that a ball's pixel has: 0.55 at the rim to 1 in the middle, with a margin."""
SHADE_STEPS = 23
"""Neighbouring shades are then at most 2 apart in CIELAB, well below `RADIUS`."""
RADIUS = 10.0
"""In CIELAB. The film needs 9; clay, walls and wood stay 12 away, the shades of another colour 25."""
RIM_PX = 1.5
"""Antialiasing mixes one pixel of a ball's edge with what is behind it, halved chroma of the film half a pixel more."""
CORE_SHARE = 0.6
"""Of a ball too small to lose `RIM_PX`, this share of its radius is looked at."""


class MarkerSpot(Record):
    """Where a marker must be in a frame."""

    colour: str
    """Name of a palette colour."""
    x_px: float
    """From the left edge of the picture; the first pixel's centre is at 0.5."""
    y_px: float
    """From the upper edge of the picture."""
    radius_px: float = Field(gt=0)
    distance_m: float = Field(default=0.0, ge=0)
    """From the camera; where two balls overlap the nearer one hides the other."""


class MarkerCount(Record):
    """How much of a marker a frame shows."""

    colour: str
    visible_px: int
    """Pixels well inside the ball, in the picture, hidden by no nearer ball and, if known, by nothing else."""
    own_px: int
    """Those of them that classify as the marker's own colour."""

    @property
    def share(self) -> float:
        """`own_px` of `visible_px`; 0 for a marker that shows no pixel."""
        return self.own_px / self.visible_px if self.visible_px else 0.0


def classify(image: Pixels, names: Sequence[str]) -> Indices:
    """Per pixel of `image` (..., 3), such as a frame, the index into `names` of the colour it shows, or `NOBODY`."""
    codes = image.astype(np.uint32) @ np.array([1 << 16, 1 << 8, 1], dtype=np.uint32)
    # A rendered frame has far fewer colours than pixels, and each is looked up once.
    colours, places = np.unique(codes, return_inverse=True)
    rgb = np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=-1) / 255
    shades = _shades(tuple(names))
    distance, nearest = shades.query(srgb_to_lab(rgb))
    owner = np.where(distance <= RADIUS, nearest // SHADE_STEPS, NOBODY).astype(np.int16)
    return np.asarray(owner[places].reshape(codes.shape), dtype=np.int16)


def marker_counts(frame: Pixels, spots: Sequence[MarkerSpot], drawn: Indices | None = None) -> tuple[MarkerCount, ...]:
    """For each spot, how many of its visible pixels show its own colour and no other marker's.

    `drawn` (height, width) tells the index of the spot that the renderer drew at each pixel and `NOBODY` elsewhere.
    Without it, pixels that the solid or furniture hides count as visible, and the share falls.
    """
    names = sorted({spot.colour for spot in spots})
    places = _cores(frame.shape[0], frame.shape[1], spots)
    if drawn is not None:
        places = np.where(drawn == places, places, NOBODY).astype(np.int16)
    inside = places != NOBODY
    owners, shown = places[inside], classify(frame[inside], names)
    due = np.array([names.index(spot.colour) for spot in spots], dtype=np.int16)
    visible = np.bincount(owners, minlength=len(spots))
    own = np.bincount(owners[due[owners] == shown], minlength=len(spots))
    return tuple(
        MarkerCount(colour=spot.colour, visible_px=int(v), own_px=int(o))
        for spot, v, o in zip(spots, visible, own, strict=True)
    )


@lru_cache(maxsize=64)
def _shades(names: tuple[str, ...]) -> cKDTree:
    """All shades of all `names` in CIELAB, `SHADE_STEPS` in a row for each."""
    light: Floats = np.array([colour_named(name).emission_rgb for name in names]).reshape(-1, 1, 3)
    steps = np.linspace(DARKEST_SHADE, BRIGHTEST_SHADE, SHADE_STEPS).reshape(1, -1, 1)
    return cKDTree(srgb_to_lab(display(light * steps)).reshape(-1, 3))


def _cores(height: int, width: int, spots: Sequence[MarkerSpot]) -> Indices:
    """Per pixel the index of the spot in whose core it lies, the nearer ball hiding the further."""
    places = np.full((height, width), NOBODY, dtype=np.int16)
    for index in sorted(range(len(spots)), key=lambda i: -spots[i].distance_m):
        spot = spots[index]
        reach = spot.radius_px + RIM_PX
        top, bottom = _span(spot.y_px, reach, height)
        left, right = _span(spot.x_px, reach, width)
        y, x = np.mgrid[top:bottom, left:right] + 0.5
        away = np.hypot(x - spot.x_px, y - spot.y_px)
        window = places[top:bottom, left:right]
        window[away <= reach] = NOBODY
        window[away <= max(spot.radius_px - RIM_PX, CORE_SHARE * spot.radius_px)] = index
    return places


def _span(centre: float, reach: float, limit: int) -> tuple[int, int]:
    """The pixels from `centre - reach` to `centre + reach` that exist."""
    first = min(max(int(np.floor(centre - reach)), 0), limit)
    return first, max(first, min(int(np.ceil(centre + reach)) + 1, limit))
