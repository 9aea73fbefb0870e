"""Wording of inscribed solids: the orientation is stated if "inscribed" alone leaves it open.

A cube in a hemisphere rests on the flat face, a cylinder in a cone on the base; the pairs and their meaning are those
of the kernel (`geometry/conditions/inscribed.py`, docs/notation.md).
"""

from agents.language.wording.naming import Naming
from agents.language.wording.noun_phrases import Args, kind_of, noun_phrase

_BOXES = ("cube", "cuboid", "parallelepiped")
_STANDING = (*_BOXES, "prism", "pyramid", "tetrahedron", "cylinder", "cone", "cone_frustum", "hemisphere")
"""Kinds with a base to rest on; a sphere and a general polyhedron have none."""
_UNDER_A_POINT = ("hemisphere", "cone", "cone_frustum", "pyramid")
"""Kinds in which an inscribed solid can rest in one way only: on the base."""


def inscribed(args: Args, words: Naming) -> str:
    """The predicate of the first solid, with its contact face if that is not obvious."""
    inner, outer = kind_of(args[0], words), kind_of(args[1], words)
    said = f"is inscribed in {noun_phrase(args[1], words)}"
    if not _stands(inner, outer):
        return said
    foot = "a face" if inner in _BOXES else "its flat face" if inner == "hemisphere" else "its base"
    return f"{said}, with {foot} in the base of {noun_phrase(args[1], words)}"


def _stands(inner: str, outer: str) -> bool:
    if inner in ("cone", "pyramid", "tetrahedron", "hemisphere") and outer in ("cylinder", "prism"):
        return True
    return inner in _STANDING and outer in _UNDER_A_POINT
