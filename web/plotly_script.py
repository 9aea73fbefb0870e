"""Plotly's script for pages that allow no inline styles, taken from the installed package: nothing is fetched.

Plotly fills one empty style sheet by script, which the Content-Security-Policy allows by the hash of the empty text.
The sheet it would add for maps is declared as present, so that it is not added: no page here shows a map.
"""

import re
from functools import cache
from typing import Final

EMPTY_SHEET: Final = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
"""CSP source expression of the only allowed inline style sheet: the empty one."""

_SHEET_MARK = re.compile(r'getElementById\("([0-9a-f]{64})"\)')


@cache
def script() -> str:
    """The whole library."""
    from plotly.offline import get_plotlyjs

    return str(get_plotlyjs())


@cache
def unwanted_sheets() -> tuple[str, ...]:
    """Element ids by which plotly checks whether its style sheet is already in the page."""
    return tuple(dict.fromkeys(_SHEET_MARK.findall(script())))
