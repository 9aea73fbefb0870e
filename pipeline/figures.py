"""Figures by their text: every stage needs the figure of its problem, and parsing it once is enough."""

from functools import lru_cache

from geometry.resolve import parse_figure
from geometry.syntax import Figure

_MOST = 1024
"""Figures remembered: more than there are problems under way at once."""


@lru_cache(maxsize=_MOST)
def figure_of(text: str) -> Figure:
    """The figure a text in canonical notation holds."""
    return parse_figure(text)
