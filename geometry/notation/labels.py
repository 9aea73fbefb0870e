"""Vertex labels: their spellings in statements, and the canonical spelling used internally.

`A1`, `A_1`, `A_{1}` and `A₁` are one label, written `A1`; a prime in any spelling is written `'`, so
`P_1'` is `P1'`. A label is one capital letter, optional digits, optional primes; anything else raises ValueError.
"""

import re

_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_PRIME = r"(?:['’′‘`]|″|\^\{?(?:\\prime[ \t]*)+\}?)"
_INDEX = r"(?:_\{\d+\}|_\d+|\d+|[₀-₉]+)"

LABEL_PATTERN = rf"[A-Z](?:{_INDEX}(?:{_PRIME})*|(?:{_PRIME})+(?:_\{{\d+\}}|_\d+)?)?"
"""One label as written; the second branch matches `P'_1`, the other order of `P_1'`."""

_LABEL = re.compile(LABEL_PATTERN)


def normalise_label(text: str) -> str:
    """The canonical spelling of one label; raises ValueError if `text` is not exactly one label."""
    if not _LABEL.fullmatch(text):
        raise ValueError(f"{text!r} is not a point label: one capital letter, optional digits, optional primes")
    digits = "".join(re.findall(r"\d+", text.translate(_SUBSCRIPTS)))
    primes = len(re.findall(r"['’′‘`]|\\prime", text)) + 2 * text.count("″")
    return text[0] + digits + "'" * primes


def split_labels(run: str) -> tuple[str, ...]:
    """The labels of a run written together: `A1B_1P'` gives `("A1", "B1", "P'")`."""
    found = tuple(normalise_label(match.group()) for match in _LABEL.finditer(run))
    if "".join(match.group() for match in _LABEL.finditer(run)) != run:
        raise ValueError(f"{run!r} is not a run of point labels")
    return found
