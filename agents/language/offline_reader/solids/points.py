"""Points that a statement adds: midpoints, points on an edge, intersections, centres, feet of perpendiculars.

`new_points` reads labels that mean nothing yet; each rule then says where they are. A centre is only read where it is
the mean of the corners whatever the lengths are: of a parallelogram-like face or of an equilateral one.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.solids.places import line, pair_of_labels, place, plane, polygon
from agents.language.offline_reader.solids.solids import solid
from agents.language.offline_reader.text.algebra import known
from agents.language.offline_reader.text.state import Parses, State, listed, phrase, skip

_IS = ("is", "are", "be")
_LIES = (
    "is on",
    "lies on",
    "are on",
    "lie on",
    "is a point on",
    "on",
    "is located on",
    "be a point on",
    "lies in",
    "be on",
)
_LIES_MANY = (
    "are points on",
    "be points on",
    "are the points on",
    "is any point on",
    "is an arbitrary point on",
    "is in",
)


def new_point_clause(state: State) -> Iterator[State]:
    """Any clause that introduces points."""
    yield from midpoints(state)
    yield from named_midpoint(state)
    yield from on_objects(state)
    yield from meeting(state)
    yield from special_point(state)


def new_label(state: State) -> Parses[str]:
    """One label that stands for nothing yet."""
    token = state.token
    if token is not None and len(token.labels) == 1 and not known(state, token.labels):
        yield token.labels[0], state.moved()


def new_points(state: State) -> Parses[tuple[str, ...]]:
    """A list of new labels, with or without the word `points`."""
    opened = skip(state, "points", "the points", "point", "the point", "a point", "let points", "let point")
    for found, end in listed(opened, new_label):
        if len(set(found)) == len(found):
            yield found, end


def declared(state: State, first: int, label: str, text: str) -> State:
    """The state with a new point and the line that says where it is."""
    return replace(state, points=state.points | {label}).with_fact(first, f"point {label} {text}")


def _respectively(state: State) -> State:
    return skip(state, ", respectively", "respectively")


def midpoints(state: State) -> Iterator[State]:
    """`M and N are the midpoints of AB and CD respectively`."""
    for names, after in new_points(state):
        for verb in phrase(after, *_IS):
            for of in phrase(
                verb,
                "the midpoint of",
                "the midpoints of",
                "midpoints of",
                "midpoint of",
                "the respective midpoints of",
            ):
                for pairs, end in listed(of, pair_of_labels):
                    if len(pairs) == len(names):
                        yield _all_midpoints(_respectively(end), state.at, names, pairs)


def named_midpoint(state: State) -> Iterator[State]:
    """`the midpoint M of AB`, as a clause of its own."""
    for opened in phrase(state, "the midpoint", "midpoint", "the midpoints", "midpoints"):
        for names, after in listed(opened, new_label):
            for of in phrase(after, "of"):
                for pairs, end in listed(of, pair_of_labels):
                    if len(pairs) == len(names):
                        yield _all_midpoints(_respectively(end), state.at, names, pairs)


def midpoints_of(state: State) -> Parses[tuple[str, str]]:
    """`the midpoints M and N of AB and CD`, as two points of a longer list."""
    for end in named_midpoint(state):
        made = [line.split()[1] for fact in end.facts[len(state.facts) :] for line in fact.lines]
        if len(made) == 2:
            yield (made[0], made[1]), end


def _all_midpoints(state: State, first: int, names: tuple[str, ...], pairs: tuple[tuple[str, str], ...]) -> State:
    for label, (a, b) in zip(names, pairs, strict=True):
        state = declared(state, first, label, f"= midpoint({a}, {b})")
    return state


# Points on something


def on_objects(state: State) -> Iterator[State]:
    """`P is on edge AB`, `E and F are points on AB and CD`."""
    for names, after in new_points(state):
        for on in phrase(after, *_LIES, *_LIES_MANY):
            for objects, end in listed(on, _object):
                if len(objects) == len(names) or len(objects) == 1:
                    yield _all_on(_respectively(end), state.at, names, objects * (len(names) // len(objects)))
        for inside in phrase(
            after,
            "is inside",
            "lies inside",
            "inside",
            "be a point inside",
            "is any point inside",
            "is a point inside",
            "is in the interior of",
        ):
            for name, end in solid(inside):
                yield _all_on(end, state.at, names, (f"interior({name})",) * len(names))


def _all_on(state: State, first: int, names: tuple[str, ...], objects: tuple[str, ...]) -> State:
    for label, text in zip(names, objects, strict=True):
        state = declared(state, first, label, f"on {text}")
    return state


def _object(state: State) -> Parses[str]:
    """A segment unless the statement says `line`; a plane or a circle by its own words."""
    unbounded = next(phrase(state, "line", "the line"), None)
    segment = next(phrase(state, "line segment", "the line segment"), None)
    if unbounded is not None and segment is None:
        yield from line(state)
    else:
        for (a, b), end in pair_of_labels(state):
            yield f"segment({a}, {b})", end
    yield from plane(state)


# Intersections and centres


def meeting(state: State) -> Iterator[State]:
    """`AC and BD intersect at O`, `O is the intersection of AC and BD`."""
    opened = skip(state, "diagonals", "the diagonals", "lines", "segments", "the lines")
    for one, after in line(opened):
        for between in phrase(after, "and", "intersects", "meets"):
            for two, middle in line(between):
                for at in phrase(
                    middle, "intersect at", "meet at", "at", "intersect at point", "at point", "meet at point"
                ):
                    for label, end in new_label(at):
                        yield declared(end, state.at, label, f"= intersection({one}, {two})")
    for names, after in new_points(state):
        for of in phrase(
            after, "is the intersection of", "is the point of intersection of", "is the intersection point of"
        ):
            of = skip(of, "diagonals", "the diagonals", "lines", "segments", "the lines")
            for one, middle in line(of):
                for between in phrase(middle, "and", "with"):
                    for two, end in (*line(between), *plane(between)):
                        if len(names) == 1:
                            yield declared(end, state.at, names[0], f"= intersection({one}, {two})")


_CENTRES = {
    "centroid": "centroid",
    "circumcenter": "circumcenter",
    "circumcentre": "circumcenter",
    "incenter": "incenter",
    "incentre": "incenter",
    "orthocenter": "orthocenter",
    "orthocentre": "orthocenter",
    "center": "",
    "centre": "",
}


def special_point(state: State) -> Iterator[State]:
    """`O is the center of square ABCD`, `H is the foot of the perpendicular from P to plane ABC`."""
    for names, after in new_points(state):
        if len(names) != 1:
            continue
        for verb in phrase(after, *_IS):
            for text, end in _special(verb):
                yield declared(end, state.at, names[0], f"= {text}")


def _special(state: State) -> Parses[str]:
    for name, construction in _CENTRES.items():
        for of in phrase(state, f"the {name} of"):
            for corners, end in polygon(of):
                if construction == "" and not balanced(state, corners):
                    continue
                if construction in ("", "centroid") or len(corners) == 3:
                    yield f"{construction or 'centroid'}({', '.join(corners)})", end
    feet = "the foot of the perpendicular from", "the foot of the altitude from", "the projection of"
    for opened in phrase(state, *feet, "the foot of the perpendicular drawn from"):
        for (kind, start), after in place(opened):
            for to in phrase(after, "to", "onto", "on"):
                for (other, target), end in place(to):
                    if kind == "point" and other != "point":
                        yield f"foot({start}, {target})", end


def balanced(state: State, corners: tuple[str, ...]) -> bool:
    """Whether the centre of this polygon is surely the mean of its corners."""
    told = {(shape, frozenset(labels)) for shape, labels in state.polygons}
    key = frozenset(corners)
    if any(
        (shape, key) in told for shape in ("square", "rectangle", "rhombus", "parallelogram", "equilateral", "regular")
    ):
        return True
    for known_solid in state.solids:
        if key <= set(known_solid.labels):
            if known_solid.kind in ("cube", "cuboid", "parallelepiped"):
                return len(corners) == 4
            regular_base = known_solid.regular and any(key == set(group) for group in known_solid.groups)
            if regular_base or (known_solid.kind == "tetrahedron" and known_solid.regular):
                return True
    return False
