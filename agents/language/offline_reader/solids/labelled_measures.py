"""Measures of what labels name: lengths, distances, angles and their functions, areas, volumes of sub-solids.

The angle between lines or planes is the one from 0 to 90 degrees; a dihedral angle is only read where its edge and its
two faces are told. A distance or angle between things that are not declared is not read.
"""

from collections.abc import Iterator

from agents.language.offline_reader.solids.places import pair_of_labels, place, plane, point, polygon, two_places
from agents.language.offline_reader.solids.points import midpoints_of
from agents.language.offline_reader.solids.solids import only, solid
from agents.language.offline_reader.text.algebra import Value, angle_at, formula, known
from agents.language.offline_reader.text.state import Parses, State, maybe, phrase, skip
from agents.language.offline_reader.text.vocabulary import KIND_NOUNS

_FUNCTIONS = {
    "sine": "sin",
    "sine value": "sin",
    "cosine": "cos",
    "cosine value": "cos",
    "tangent": "tan",
    "tangent value": "tan",
}
_SUB_SOLIDS = tuple(
    f"{article}{words}"
    for article in ("", "the ")
    for words in (*KIND_NOUNS, "triangular pyramid", "solid", "polyhedron", "triangular prism", "quadrilateral pyramid")
)


def labelled_measure(state: State) -> Parses[Value]:
    """Any measure told by labels."""
    yield from length(state)
    yield from distance(state)
    yield from angle(state)
    yield from function_of_angle(state)
    yield from area(state)
    yield from perimeter(state)
    yield from volume(state)
    for value, end in formula(state):
        if value.dimension != "bare":
            yield value, end


def length(state: State) -> Parses[Value]:
    """`the length of segment AB`, `edge AB`."""
    for opened in (*phrase(state, "the length of", "length of", "the measure of"), state):
        for (a, b), end in pair_of_labels(opened):
            yield Value(f"{a}{b}", "length"), end


def distance(state: State) -> Parses[Value]:
    """`the distance from P to plane ABC`, `the distance between lines AB and CD`."""
    for opened in phrase(state, "the distance", "distance", "the shortest distance", "the perpendicular distance"):
        for after in phrase(opened, "from"):
            for first, middle in place(after):
                for to in phrase(middle, "to"):
                    for second, end in place(to):
                        yield Value(f"distance({first[1]}, {second[1]})", "length"), end
        for after in phrase(opened, "between", "between the", "between the skew lines", "between the two"):
            for (first, second), end in two_places(after):
                yield Value(f"distance({first[1]}, {second[1]})", "length"), end


def angle(state: State) -> Parses[Value]:
    """`∠ABC`, `the angle between AB and plane BCD`, `dihedral angle A-BC-D`."""
    yield from angle_at(state)
    for opened in maybe(state, "the measure of", "the size of", "the degree measure of", "the magnitude of"):
        yield from angle_at(opened)
        yield from _between(opened)
        yield from dihedral(opened)


def _between(state: State) -> Parses[Value]:
    opening = ("the angle", "angle", "the acute angle", "the angle formed", "the angle made", "an angle")
    for opened in phrase(state, *opening):
        for after in phrase(opened, "between", "between the", "formed by", "by", "between skew lines"):
            for ((kind, a), (other, b)), end in two_places(after):
                if "point" not in (kind, other):
                    yield Value(f"angle({a}, {b})", "angle"), end
        for after in phrase(opened, "that", "which"):
            for (kind, a), middle in place(after):
                for makes in phrase(middle, "makes with", "forms with"):
                    for (other, b), end in place(makes):
                        if "point" not in (kind, other):
                            yield Value(f"angle({a}, {b})", "angle"), end


def dihedral(state: State) -> Parses[Value]:
    """`the dihedral angle A-BC-D`, `the dihedral angle between faces ABC and ABD`."""
    for opened in phrase(
        state, "the dihedral angle", "dihedral angle", "a dihedral angle", "the plane angle of dihedral angle"
    ):
        token = opened.token
        if token is not None and tuple(map(len, token.groups)) == (1, 2, 1) and known(opened, token.labels):
            (a,), edge, (d,) = token.groups
            yield Value(f"dihedral({a}-{''.join(edge)}-{d})", "angle"), opened.moved()
        for after in phrase(opened, "between", "formed by", "between the", "formed by the"):
            yield from two_faces(after)


def two_faces(state: State) -> Parses[Value]:
    """Two faces with a common edge, as the dihedral angle between them."""
    for first, middle in polygon(state):
        for between in phrase(middle, "and"):
            for second, end in (*polygon(between), *_plain_polygon(between)):
                yield from ((value, end) for value in face_angle(state, first, second))


def _plain_polygon(state: State) -> Parses[tuple[str, ...]]:
    token = state.token
    if token is not None and len(token.labels) >= 3 and known(state, token.labels):
        yield token.labels, state.moved()


def face_angle(state: State, first: tuple[str, ...], second: tuple[str, ...]) -> Iterator[Value]:
    """The dihedral angle of two polygons that share an edge and are faces of one solid."""
    common = [label for label in first if label in second]
    apart = [label for label in first if label not in second], [label for label in second if label not in first]
    if len(common) == 2 and apart[0] and apart[1] and _convex_pair(state, first, second):
        yield Value(f"dihedral({apart[0][0]}-{common[0]}{common[1]}-{apart[1][0]})", "angle")


def _convex_pair(state: State, first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    corners = {*first, *second}
    return any(corners <= labels for labels in (*(set(s.labels) for s in state.solids), *state.announced))


def function_of_angle(state: State) -> Parses[Value]:
    """`the cosine of the angle between ...`."""
    for words, function in _FUNCTIONS.items():
        for opened in phrase(state, words, f"the {words}"):
            for after in phrase(opened, "of"):
                for value, end in angle(after):
                    yield Value(f"{function}({value.text})", "number"), end
    for words, function in (("sin", "sin"), ("cos", "cos"), ("tan", "tan")):
        for opened in phrase(state, words):
            for value, end in angle(opened):
                yield Value(f"{function}({value.text})", "number"), end


def area(state: State) -> Parses[Value]:
    """`the area of triangle ABC`, `the area of the section of the cube by plane AMN`."""
    for opened in phrase(state, "the area of", "area of"):
        for found, end in polygon(opened):
            yield Value(f"area({', '.join(found)})", "area"), end
        for text, end in section(opened):
            yield Value(f"area({text})", "area"), end


def perimeter(state: State) -> Parses[Value]:
    for opened in phrase(state, "the perimeter of", "perimeter of"):
        for found, end in polygon(opened):
            yield Value(f"perimeter({', '.join(found)})", "length"), end
        for text, end in section(opened):
            yield Value(f"perimeter({text})", "length"), end


def section(state: State) -> Parses[str]:
    """Where a plane cuts a solid, in the usual turns of phrase."""
    heads = ("the cross section", "the section", "the cross section formed", "the section formed", "the intersection")
    for opened in phrase(state, *heads):
        for name, after in _cut_solid(opened):
            for by in phrase(after, "by", "cut by", "formed by", "made by", "with", "obtained by cutting it with"):
                yield from ((f"section({name}, {cutter})", end) for cutter, end in cutting_plane(by))
        for by in phrase(opened, "of", "formed when", "formed by", "obtained when", "when", "created when", "cut by"):
            for cutter, after in cutting_plane(by):
                for cuts in phrase(after, "intersects", "cuts", "and", "with", "intersecting"):
                    yield from ((f"section({name}, {cutter})", end) for name, end in solid(cuts))


def _cut_solid(state: State) -> Parses[str]:
    for after in phrase(state, "of"):
        yield from solid(after)
    for name in only(state):
        yield name, state


def cutting_plane(state: State) -> Parses[str]:
    """A plane by labels, or `the plane through points M, N and L`."""
    yield from plane(state)
    for opened in phrase(state, "the plane", "a plane", "plane"):
        passing = (
            "through",
            "passing through",
            "that passes through",
            "containing",
            "determined by",
            "which passes through",
        )
        for after in phrase(opened, *passing):
            yield from through_points(after)


def through_points(state: State) -> Parses[str]:
    """The plane through three points that are listed here."""
    for points, end in _three_points(skip(state, "points", "the points", "the vertices", "vertices")):
        yield f"plane({', '.join(points)})", end


def _three_points(state: State) -> Parses[tuple[str, ...]]:
    for first, one in point(state):
        for between in phrase(one, "and", ", and"):
            for (second, third), end in midpoints_of(between):
                yield (first, second, third), end
    for first, one in point(state):
        for comma in (*phrase(one, ", and", ",", "and"),):
            for second, two in point(comma):
                for last in phrase(two, ", and", "and", ","):
                    for third, end in point(last):
                        yield (first, second, third), end


def volume(state: State) -> Parses[Value]:
    """The volume of a solid given by corners that are known: `the volume of pyramid ABCH`."""
    for opened in phrase(state, "the volume of", "volume of"):
        for after in (*phrase(opened, *_SUB_SOLIDS), opened):
            token = after.token
            if token is not None and len(token.labels) >= 4 and known(after, token.labels):
                yield Value(_volume_text(after, token.labels), "volume"), after.moved()
        for which in phrase(opened, "the larger", "the smaller"):
            yield from ((value, end) for value, end in _part(which, opened))


def _volume_text(state: State, labels: tuple[str, ...]) -> str:
    same = [known.name for known in state.solids if set(known.labels) == set(labels)]
    return f"volume({same[0]})" if same else f"volume(hull({', '.join(labels)}))"


def _part(state: State, opened: State) -> Parses[Value]:
    which = opened.tokens[state.at - 1].word
    if state.cut:
        for end in phrase(
            state,
            "part",
            "piece",
            "of the two solids",
            "of the two parts",
            "of the two pieces",
            "solid",
            "of the two",
            "of these two solids",
            "of the resulting solids",
            "of these two parts",
        ):
            yield Value(f"volume({which}_part({state.cut}))", "volume"), end
