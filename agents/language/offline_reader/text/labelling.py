"""How labels and base shapes settle on a solid, and the lines that declare it.

A run without dashes follows the usual convention only where there is one (boxes: `ABCD` below `EFGH`); a pyramid whose
apex is not told, or a prism whose labels do not show which vertices lie above which, is refused when it is declared.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from agents.language.offline_reader.text.state import Solid, State

SIDE_WORDS = {3: "triangular", 4: "quadrangular", 5: "pentagonal", 6: "hexagonal"}
_BOXES = ("cube", "cuboid", "parallelepiped")
REGULAR_SHAPES = {"square": 4, "equilateral": 3, "regular hexagon": 6, "regular pentagon": 5}


def placed(solid: Solid, groups: tuple[tuple[str, ...], ...]) -> Iterator[Solid]:
    """The solid with the labels of the statement; nothing when they cannot be its labels."""
    if not groups:
        yield solid
        return
    labels = tuple(label for group in groups for label in group)
    if len(set(labels)) != len(labels):
        return
    sizes = _sizes(solid, len(labels))
    if not sizes or (len(groups) > 1 and tuple(map(len, groups)) not in (sizes, sizes[::-1])):
        return
    if len(groups) > 1 and tuple(map(len, groups)) != sizes:
        groups = groups[::-1]
        labels = tuple(label for group in groups for label in group)
    cut = [sum(sizes[:i]) for i in range(len(sizes) + 1)]
    parts = tuple(labels[a:b] for a, b in pairwise(cut))
    yield replace(solid, groups=parts, dashed=len(groups) > 1, sides=_base_sides(solid.kind, parts))


def _sizes(solid: Solid, count: int) -> tuple[int, ...]:
    if solid.kind in _BOXES:
        return (4, 4) if count == 8 else ()
    if solid.kind in ("prism", "frustum"):
        fits = count % 2 == 0 and count >= 6 and solid.sides in (0, count // 2)
        return (count // 2, count // 2) if fits else ()
    if solid.kind == "pyramid":
        return (1, count - 1) if count >= 4 and solid.sides in (0, count - 1) else ()
    fixed = {"tetrahedron": (1, 3), "sphere": (1,), "hemisphere": (1,), "cone": (1, 1), "cylinder": (1, 1)}
    sizes = fixed.get(solid.kind, ())
    return sizes if sum(sizes) == count else ()


def _base_sides(kind: str, groups: tuple[tuple[str, ...], ...]) -> int:
    return len(groups[-1]) if kind in ("prism", "frustum", "pyramid") else 0


def with_base(solid: Solid, base: tuple[str, ...]) -> Solid | None:
    """The solid once its base is known by labels; None when these cannot be its base."""
    if not solid.labels or not set(base) <= set(solid.labels):
        return None
    if solid.kind in ("pyramid", "tetrahedron"):
        rest = [label for label in solid.labels if label not in base]
        if len(rest) != 1:
            return None
        return replace(solid, kind="pyramid", groups=((rest[0],), base), dashed=True, sides=len(base))
    return solid if any(set(group) == set(base) for group in solid.groups) else None


def with_labels(state: State, name: str) -> tuple[Solid, State]:
    """The solid with labels of the reader's own, when it has none."""
    solid = state.solid(name)
    if solid.groups:
        return solid, state
    sizes = _own_sizes(solid)
    labels, after = state.take_spare(sum(sizes))
    cut = [sum(sizes[:i]) for i in range(len(sizes) + 1)]
    groups = tuple(labels[a:b] for a, b in pairwise(cut))
    made = replace(solid, groups=groups, invented=True)
    return made, after.with_solid(made)


def _own_sizes(solid: Solid) -> tuple[int, ...]:
    if solid.kind in _BOXES:
        return (4, 4)
    if solid.kind == "prism":
        return (solid.sides, solid.sides)
    if solid.kind == "pyramid":
        return (1, solid.sides)
    return {"tetrahedron": (1, 3), "octahedron": (1, 4, 1)}.get(solid.kind, ())


def is_regular(solid: Solid) -> bool:
    """Whether the kernel may be told that it is regular."""
    if solid.kind in ("tetrahedron", "octahedron"):
        return solid.regular
    if solid.kind in ("pyramid", "prism", "frustum"):
        return solid.regular or (solid.right and solid.base in REGULAR_SHAPES)
    return False


def declaration(solid: Solid) -> str:
    """The line that declares the solid."""
    if solid.parts:
        return f"solid composite {solid.name} = {solid.parts}"
    words = ["solid"]
    if is_regular(solid):
        words.append("regular")
    elif solid.right and solid.kind in ("pyramid", "prism", "parallelepiped", "frustum"):
        words.append("right")
    if solid.kind in ("pyramid", "prism", "frustum") and not solid.groups:
        words.append(SIDE_WORDS.get(solid.sides, ""))
    words += [solid.kind, solid.name]
    labels = "-".join("".join(group) for group in solid.groups)
    return " ".join([*words, "=", labels] if labels else words)


def base_conditions(solid: Solid) -> tuple[str, ...]:
    """What the shape of the base demands, in lines; only for a solid with labels, and none when `regular` says it."""
    if not solid.groups or is_regular(solid):
        return ()
    base = solid.groups[-1] if solid.kind == "pyramid" else solid.groups[0]
    shape = {"equilateral": "equilateral", "square": "square", "rectangle": "rectangle", "rhombus": "rhombus"}
    shape |= {"parallelogram": "parallelogram", "regular hexagon": "regular", "regular pentagon": "regular"}
    return (f"given {shape[solid.base]}({', '.join(base)})",) if solid.base in shape else ()


def apex_first(labels: tuple[str, ...]) -> bool:
    """`PABCD`: the base runs through the alphabet and the apex stands out of the run."""
    base = [ord(label[0]) for label in labels[1:]]
    return base == list(range(base[0], base[0] + len(base))) and ord(labels[0][0]) != base[0] - 1
