"""Measures of a solid in words: `volume`, `base radius`, `sum of the lengths of all edges`.

`measure_noun` reads the words, `of_solid` turns them into the notation for one solid. A measure that the kind does not
have (the slant height of a cube), or that is ambiguous for it, is rejected.
"""

from agents.language.offline_reader.text.algebra import Value
from agents.language.offline_reader.text.labelling import apex_first, is_regular, with_labels
from agents.language.offline_reader.text.state import Parses, Solid, State, phrase
from agents.language.offline_reader.text.vocabulary import MEASURES, OPEN_OBJECTS

_KEYS = {text: key for key, texts in MEASURES.items() for text in texts.split("|")}
_AREAS = ("surface", "total_surface", "lateral", "base_area", "top_area", "bottom_area", "side_face_area", "area")
_ROUND = ("sphere", "hemisphere", "cone", "cylinder", "cone_frustum")
_UPRIGHT = ("cone", "cylinder", "cone_frustum", "pyramid", "prism")
_ANGULAR = ("cube", "cuboid", "octahedron")
_PLAIN = {
    "volume": ("volume", (*_ROUND, *_ANGULAR, "pyramid", "prism", "tetrahedron")),
    "surface": ("surface_area", ("sphere", *_UPRIGHT, *_ANGULAR)),
    "total_surface": ("surface_area", (*_ROUND, *_UPRIGHT, "cube")),
    "lateral": ("lateral_area", _UPRIGHT),
    "base_area": ("base_area", ("cone", "cylinder", "pyramid", "prism")),
    "bottom_area": ("base_area", ("cone_frustum",)),
    "radius": ("radius", _ROUND),
    "diameter": ("diameter", _ROUND),
    "circumference": ("circumference", ("cylinder",)),
    "height": ("height", _UPRIGHT),
    "edge_sum": ("edge_sum", ("cube", "cuboid", "pyramid")),
    "diagonal": ("diagonal", ("cube", "cuboid")),
    "slant": ("slant", ("cone", "cone_frustum")),
    "top_radius": ("top_radius", ("cone_frustum",)),
    "top_area": ("top_area", ("cone_frustum",)),
}
"""Measures with a function in the notation, and the kinds that have them."""
_OF_REGULAR = {
    "slant": "slant({name})",
    "lateral_edge": "lateral_edge({name})",
    "base_edge": "base_edge({name})",
    "base_perimeter": "{sides}*base_edge({name})",
    "side_face_area": "lateral_area({name})/{sides}",
}
"""Measures that only regular pyramids and prisms have."""


def dimension_of(key: str) -> str:
    """Dimension of a measure."""
    return "volume" if key == "volume" else "area" if key in _AREAS else "length"


def measure_noun(state: State) -> Parses[str]:
    """The key of a measure, the longest phrase first."""
    for after in phrase(state, *_KEYS):
        window = state.tokens[state.at : after.at]
        yield _KEYS[" ".join(token.key for token in window)], after


def of_solid(state: State, name: str, key: str) -> Parses[Value]:
    """The measure of one solid; in the new state a box may have labels that the measure needs."""
    solid = state.solid(name)
    dimension = dimension_of(key)
    if key in ("surface", "total_surface") and solid.nouns & OPEN_OBJECTS:
        return
    if key in _PLAIN and solid.kind in _PLAIN[key][1] and _upright(solid, key):
        yield Value(f"{_PLAIN[key][0]}({name})", dimension), state
        return
    if key == "edge" and (solid.kind == "cube" or (solid.kind == "tetrahedron" and solid.regular)):
        yield Value(f"edge({name})", dimension), state
    regular = is_regular(solid) and solid.sides and _base_known(solid) and (key != "slant" or solid.kind == "pyramid")
    if key in _OF_REGULAR and regular:
        yield Value(_OF_REGULAR[key].format(name=name, sides=solid.sides), dimension), state
    if key in ("length", "width", "height") and solid.kind == "cuboid" and (solid.invented or not solid.labels):
        # Three edges at one corner of a box with the reader's own labels.
        made, after = with_labels(state, name)
        (a, b, _, d), (e, *_) = made.groups
        yield Value({"length": f"{a}{b}", "width": f"{a}{d}", "height": f"{a}{e}"}[key], dimension), after


def _base_known(solid: Solid) -> bool:
    return solid.dashed or solid.invented or not solid.labels or solid.kind == "prism"


def _upright(solid: Solid, key: str) -> bool:
    """Whether the labels show the base, for measures that depend on it."""
    known = _base_known(solid) or (solid.kind == "pyramid" and apex_first(solid.labels))
    return known or key in ("volume", "surface", "total_surface", "edge_sum", "diagonal")


def measures_of(state: State, name: str, keys: tuple[str, ...]) -> Parses[tuple[Value, ...]]:
    """Several measures of one solid; nothing if it lacks one of them."""
    values: list[Value] = []
    for key in keys:
        found = next(of_solid(state, name, key), None)
        if found is None:
            return
        values.append(found[0])
        state = found[1]
    yield tuple(values), state
