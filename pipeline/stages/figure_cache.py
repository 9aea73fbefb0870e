"""Cache of parsed figures by their text: every stage of a problem needs its figure."""

import threading
from collections import OrderedDict

from geometry.notation.resolve import parse_figure
from geometry.notation.syntax import Figure

_MOST = 1024
"""Figures in the cache: more than problems are processed at once."""

_known: OrderedDict[str, Figure] = OrderedDict()
_lock = threading.Lock()


def figure_of(text: str) -> Figure:
    """The figure a text in canonical notation holds."""
    with _lock:
        figure = _known.get(text)
    return figure if figure is not None else remember(text, parse_figure(text))


def remember(text: str, figure: Figure) -> Figure:
    """Cache a figure that was parsed from another spelling: its canonical text parses to the same one."""
    with _lock:
        _known[text] = figure
        while len(_known) > _MOST:
            _known.popitem(last=False)
    return figure
