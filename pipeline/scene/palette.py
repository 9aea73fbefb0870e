"""The colours of the markers, and the words that questions call them by.

Each colour is one that most people would call by its name, and the set was optimised for the largest minimum distance:
between the colours as seen (CIEDE2000), between all shades of them under the light (CIELAB), and to the clay of the
solid and the muted colours of the rooms, also in the shade. White and grey are left out, since a shaded white ball has
the colours of the clay. Black is included, because no clay is that dark, but comes last: deep shadows of a room are
black too.
Unknown names are rejected.
"""

import numpy as np
from pydantic import Field

from geometry.record import Record
from pipeline.scene.colour_space import Floats, emission, srgb_to_lab, srgb_to_linear
from workers.blender_jobs import Rgb


class PaletteError(ValueError):
    """A colour that the palette does not have; one sentence and its remedy."""


class Colour(Record):
    """One colour of the palette."""

    name: str = Field(pattern="^[a-z]+$")
    """One plain English word, as in `the orange vertex`."""
    srgb: Rgb
    """Display values, 0 to 1, each a whole number of 255ths."""

    @property
    def linear_rgb(self) -> Rgb:
        """The base colour of the marker's material: linear, without the view transform."""
        return _triple(srgb_to_linear(np.array(self.srgb)))

    @property
    def emission_rgb(self) -> Rgb:
        """The linear light that the project's view transform shows as `srgb`."""
        return _triple(emission(np.array(self.srgb)))

    @property
    def lab(self) -> Rgb:
        """CIELAB under D65."""
        return _triple(srgb_to_lab(np.array(self.srgb)))


def _triple(values: Floats) -> Rgb:
    first, second, third = (float(value) for value in values)
    return first, second, third


def _colour(name: str, code: str) -> Colour:
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return Colour(name=name, srgb=(red, green, blue))


# In this order the colours of every prefix are about as far apart as possible; a figure uses one per vertex.
# No channel is above 250: the view transform reaches 255 only with infinite light.
PALETTE: tuple[Colour, ...] = (
    _colour("green", "08a720"),
    _colour("magenta", "fa14fa"),
    _colour("orange", "fa8c00"),
    _colour("cyan", "00dcfa"),
    _colour("blue", "0f5ffa"),
    _colour("red", "fa1a30"),
    _colour("yellow", "fadf00"),
    _colour("pink", "fa9bb4"),
    _colour("maroon", "640025"),
    _colour("mint", "5cfab9"),
    _colour("navy", "001f66"),
    _colour("lavender", "b4affa"),
    _colour("purple", "8e2497"),
    _colour("olive", "787605"),
    _colour("teal", "008a70"),
    _colour("brown", "903800"),
    _colour("lime", "9bfa00"),
    _colour("black", "000000"),
)

_BY_NAME = {colour.name: colour for colour in PALETTE}


def colour_named(name: str) -> Colour:
    """The colour called `name`."""
    if name not in _BY_NAME:
        raise PaletteError(f"The palette has no {name!r}. Remedy: use one of {', '.join(_BY_NAME)}.")
    return _BY_NAME[name]
