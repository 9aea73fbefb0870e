"""Measures of a solid in words: `volume`, `radius of its base`, `sum of the lengths of all its edges`.

`measure_noun` reads the words, `of_solid` turns them into the notation for one solid. A word that a kind of solid does
not have (the slant height of a cube), or that could mean two things for it, gives no reading.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.text.algebra import Value
from agents.language.offline_reader.text.labelling import REGULAR_SHAPES, apex_first, is_regular, with_labels
from agents.language.offline_reader.text.measure_words import PATTERNS
from agents.language.offline_reader.text.state import Parses, Solid, State, phrase
from agents.language.offline_reader.text.vocabulary import OPEN_OBJECTS

_THE = ("the", "its", "one", "each", "a", "")


def _spelled(pattern: str) -> Iterator[str]:
    """A pattern with `THE` replaced by every determiner that may stand there."""
    if "THE" not in pattern:
        yield pattern
        return
    for determiner in _THE:
        yield " ".join(pattern.replace("THE", determiner, 1).split())


_NOUNS = {text: key for key, patterns in PATTERNS.items() for p in patterns.split("|") for text in _spelled(p)}
_BY_FIRST: dict[str, tuple[str, ...]] = {}
for _text in _NOUNS:
    _BY_FIRST[_text.split()[0]] = (*_BY_FIRST.get(_text.split()[0], ()), _text)

DIMENSION = {
    "volume": "volume",
    "surface": "area",
    "total_surface": "area",
    "lateral": "area",
    "base_area": "area",
    "top_area": "area",
    "bottom_area": "area",
    "face_area": "area",
    "side_face_area": "area",
    "area": "area",
}
"""Dimension of a measure; every other one is a length."""

_ROUND = ("sphere", "hemisphere", "cone", "cylinder", "cone_frustum")
_UPRIGHT = ("cone", "cylinder", "cone_frustum", "pyramid", "prism")
_EQUAL_EDGES = ("cube", "tetrahedron", "octahedron")
_PLAIN = {
    "volume": (
        "volume",
        (*_ROUND, "cube", "cuboid", "pyramid", "prism", "tetrahedron", "octahedron", "parallelepiped"),
    ),
    "surface": ("surface_area", ("sphere", *_UPRIGHT, "cube", "cuboid", "tetrahedron", "octahedron")),
    "total_surface": ("surface_area", (*_ROUND, *_UPRIGHT, "cube", "cuboid", "tetrahedron", "octahedron")),
    "lateral": ("lateral_area", _UPRIGHT),
    "base_area": ("base_area", _UPRIGHT[:2] + _UPRIGHT[3:]),
    "bottom_area": ("base_area", ("cone_frustum",)),
    "radius": ("radius", _ROUND),
    "diameter": ("diameter", _ROUND),
    "circumference": ("circumference", ("cone", "cylinder", "sphere")),
    "height": ("height", _UPRIGHT),
    "edge_sum": ("edge_sum", ("cube", "cuboid", "pyramid", "prism", "tetrahedron", "octahedron")),
    "diagonal": ("diagonal", ("cube", "cuboid")),
    "top_radius": ("top_radius", ("cone_frustum",)),
    "top_area": ("top_area", ("cone_frustum",)),
}
"""Measures that the notation has a word for, and the kinds that have them."""


def measure_noun(state: State) -> Parses[str]:
    """The key of a measure, longer phrases first."""
    token = state.token
    if token is None:
        return
    for after in phrase(state, *_BY_FIRST.get(token.word or token.text, ())):
        window = state.tokens[state.at : after.at]
        yield _NOUNS[" ".join(t.word or t.text for t in window)], after


def of_solid(state: State, name: str, key: str) -> Parses[Value]:
    """The measure of one solid; the state may hold the solid with labels, or as regular, where the measure needs it."""
    solid = state.solid(name)
    dimension = DIMENSION.get(key, "length")
    if solid.parts:
        if key == "volume":
            yield Value(f"volume({name})", "volume"), state
        return
    if key in ("surface", "total_surface") and solid.nouns & OPEN_OBJECTS:
        return
    if key in _PLAIN and solid.kind in _PLAIN[key][1] and _upright(solid, key):
        yield Value(f"{_PLAIN[key][0]}({name})", dimension), state
        return
    for text, after in _special(state, solid, key):
        yield Value(text, dimension), after


def _upright(solid: Solid, key: str) -> bool:
    """Base and height of a labelled solid are only known when the labels show its base."""
    told = solid.dashed or not solid.labels or solid.invented or solid.kind == "prism"
    told = told or (solid.kind == "pyramid" and apex_first(solid.labels))
    return told or key in ("volume", "surface", "total_surface", "edge_sum", "diagonal")


def _special(state: State, solid: Solid, key: str) -> Parses[str]:
    name = solid.name
    if key == "edge" and solid.kind in _EQUAL_EDGES and (solid.kind == "cube" or solid.regular):
        yield f"edge({name})", state
    if key == "height" and solid.kind == "tetrahedron" and solid.regular:
        yield f"height({name})", state
    if key == "height" and solid.kind == "cube":
        yield f"edge({name})", state
    if key in ("slant", "lateral_edge", "base_edge", "base_perimeter", "base_diagonal", "side_face_area"):
        yield from _of_regular(state, solid, key)
    if key in ("length", "width", "height") and solid.kind == "cuboid":
        yield from _of_box(state, solid, key)
    if key == "base_edge" and solid.kind == "cuboid" and solid.base == "square":
        yield from _of_box(state, solid, "length")
    if key == "base_area" and solid.kind == "cuboid" and solid.base == "square":
        yield from ((f"{side}^2", after) for side, after in _of_box(state, solid, "length"))
    if key == "length" and solid.kind == "cylinder":
        yield f"height({name})", state
    if key == "top_diameter" and solid.kind == "cone_frustum":
        yield f"2*top_radius({name})", state
    if key == "slant" and solid.kind in ("cone", "cone_frustum"):
        yield f"slant({name})", state
    if solid.kind == "cube":
        faces = {"face_diagonal": f"sqrt(2)*edge({name})", "face_area": f"edge({name})^2"}
        faces |= {"base_area": f"edge({name})^2", "base_perimeter": f"4*edge({name})"}
        if key in faces:
            yield faces[key], state


def _of_regular(state: State, solid: Solid, key: str) -> Parses[str]:
    told = solid.dashed or solid.invented or not solid.labels or solid.kind == "prism"
    if solid.kind not in ("pyramid", "prism") or not told:
        return
    if key == "slant" and solid.kind == "pyramid" and solid.base in REGULAR_SHAPES and not solid.right:
        # Only a right pyramid on a regular base has one slant height.
        solid = replace(solid, right=True)
        state = state.with_solid(solid)
    if is_regular(solid):
        texts = {"slant": f"slant({solid.name})" if solid.kind == "pyramid" else ""}
        texts |= {"lateral_edge": f"lateral_edge({solid.name})", "base_edge": f"base_edge({solid.name})"}
        texts |= {"base_perimeter": f"{solid.sides}*base_edge({solid.name})"}
        texts |= {"base_diagonal": f"sqrt(2)*base_edge({solid.name})" if solid.sides == 4 else ""}
        texts |= {"side_face_area": f"lateral_area({solid.name})/{solid.sides}"}
        if texts[key]:
            yield texts[key], state
    elif key == "base_edge" and solid.base in (*REGULAR_SHAPES, "rhombus"):
        made, after = with_labels(state, solid.name)
        base = made.groups[-1] if made.kind == "pyramid" else made.groups[0]
        yield "".join(base[:2]), after


def _of_box(state: State, solid: Solid, key: str) -> Parses[str]:
    """Length, width and height of a box whose labels are the reader's own: three edges at one corner."""
    if solid.labels and not solid.invented:
        return
    made, after = with_labels(state, solid.name)
    (a, b, _, d), (e, *_rest) = made.groups
    yield {"length": f"{a}{b}", "width": f"{a}{d}", "height": f"{a}{e}"}[key], after


def measures_of(state: State, name: str, keys: tuple[str, ...]) -> Parses[tuple[Value, ...]]:
    """Several measures of one solid; nothing when it lacks one of them."""
    values: list[Value] = []
    for key in keys:
        found = next(of_solid(state, name, key), None)
        if found is None:
            return
        values.append(found[0])
        state = found[1]
    yield tuple(values), state
