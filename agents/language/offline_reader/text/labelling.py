"""Labels and base shapes of a solid, and the lines that declare it.

A run without dashes is grouped by convention only for boxes (`ABCD` below `EFGH`). A pyramid without a stated apex, or
a prism whose labels do not pair its bases, is rejected when the figure is assembled.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from agents.language.offline_reader.text.state import Solid, State

SIDE_WORDS = {3: "triangular", 4: "quadrangular", 5: "pentagonal", 6: "hexagonal"}
BOXES = ("cube", "cuboid", "parallelepiped")
REGULAR_SHAPES = ("square", "equilateral", "regular hexagon")
_BASE_CONDITIONS = {
    "equilateral": "equilateral",
    "square": "square",
    "rectangle": "rectangle",
    "regular hexagon": "regular",
}


def placed(solid: Solid, groups: tuple[tuple[str, ...], ...]) -> Iterator[Solid]:
    """The solid with the labels of the statement; nothing if they cannot be its labels."""
    if not groups:
        yield solid
        return
    labels = tuple(label for group in groups for label in group)
    sizes = _sizes(solid, len(labels))
    if not sizes or len(set(labels)) != len(labels) or (len(groups) > 1 and tuple(map(len, groups)) != sizes):
        return
    based = solid.kind in ("prism", "pyramid")
    yield replace(solid, groups=_grouped(labels, sizes), dashed=len(groups) > 1, sides=sizes[-1] if based else 0)


def _sizes(solid: Solid, count: int) -> tuple[int, ...]:
    if solid.kind in BOXES:
        return (4, 4) if count == 8 else ()
    if solid.kind == "prism":
        fits = count % 2 == 0 and count >= 6 and solid.sides in (0, count // 2)
        return (count // 2, count // 2) if fits else ()
    if solid.kind == "pyramid":
        return (1, count - 1) if count >= 4 and solid.sides in (0, count - 1) else ()
    return (1, 3) if solid.kind == "tetrahedron" and count == 4 else ()


def _grouped(labels: tuple[str, ...], sizes: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    cut = [sum(sizes[:i]) for i in range(len(sizes) + 1)]
    return tuple(labels[a:b] for a, b in pairwise(cut))


def with_base(solid: Solid, base: tuple[str, ...]) -> Solid | None:
    """A pyramid once the labels of its base are known; None if these cannot be its base."""
    rest = [label for label in solid.labels if label not in base]
    if solid.kind not in ("pyramid", "tetrahedron") or not set(base) <= set(solid.labels) or len(rest) != 1:
        return None
    return replace(solid, kind="pyramid", groups=((rest[0],), base), dashed=True, sides=len(base))


def with_labels(state: State, name: str) -> tuple[Solid, State]:
    """The solid with its labels, or with spare labels if it has none."""
    solid = state.solid(name)
    if solid.groups:
        return solid, state
    sizes = {"pyramid": (1, solid.sides), "prism": (solid.sides, solid.sides)}.get(solid.kind, (4, 4))
    labels, after = state.take_spare(sum(sizes))
    made = replace(solid, groups=_grouped(labels, sizes), invented=True)
    return made, after.with_solid(made)


def is_regular(solid: Solid) -> bool:
    """Whether its declaration may say `regular`."""
    if solid.kind in ("tetrahedron", "octahedron"):
        return solid.regular
    return solid.kind in ("pyramid", "prism") and (solid.regular or (solid.right and solid.base in REGULAR_SHAPES))


def declaration(solid: Solid) -> str:
    """The line that declares the solid."""
    words = ["solid"]
    if is_regular(solid):
        words.append("regular")
    elif solid.right and solid.kind in ("pyramid", "prism", "parallelepiped"):
        words.append("right")
    if solid.kind in ("pyramid", "prism") and not solid.groups:
        words.append(SIDE_WORDS.get(solid.sides, ""))
    words += [solid.kind, solid.name]
    labels = "-".join("".join(group) for group in solid.groups)
    return " ".join([*words, "=", labels] if labels else words)


def needs_labels(solid: Solid) -> bool:
    """Whether only labels can express the shape of its base."""
    return solid.base in _BASE_CONDITIONS and not is_regular(solid)


def base_conditions(solid: Solid) -> tuple[str, ...]:
    """The lines for the shape of the base: only for a labelled solid that is not declared regular."""
    if not solid.groups or not needs_labels(solid):
        return ()
    base = solid.groups[-1] if solid.kind == "pyramid" else solid.groups[0]
    return (f"given {_BASE_CONDITIONS[solid.base]}({', '.join(base)})",)


def apex_first(labels: tuple[str, ...]) -> bool:
    """`PABCD`: the base is a run of the alphabet that the apex does not continue."""
    base = [ord(label[0]) for label in labels[1:]]
    return base == list(range(base[0], base[0] + len(base))) and ord(labels[0][0]) != base[0] - 1
