"""Measures of what labels name: lengths, distances, angles and their functions, areas, sections, volumes of sub-solids.

The angle between lines or planes is between 0 and 90 degrees. A dihedral angle without its edge, and any measure of
unknown labels, is rejected.
"""

from collections.abc import Iterator

from agents.language.offline_reader.solids.places import pair_of_labels, place, plane, point, polygon
from agents.language.offline_reader.solids.points import named_midpoints
from agents.language.offline_reader.solids.solids import solid
from agents.language.offline_reader.text.algebra import Value, angle_at, formula
from agents.language.offline_reader.text.state import Parses, State, phrase, word
from agents.language.offline_reader.text.vocabulary import KIND_NOUNS

_FUNCTIONS = {"sine": "sin", "cosine": "cos", "tangent": "tan", "tangent value": "tan"}


def labelled_measure(state: State) -> Parses[Value]:
    """Any measure of labels."""
    for opened in (*phrase(state, "the length of"), state):
        yield from ((Value(f"{a}{b}", "length"), end) for (a, b), end in pair_of_labels(opened))
    yield from _distance(state)
    yield from _angle(state)
    for words, function in _FUNCTIONS.items():
        for opened in phrase(state, f"the {words} of"):
            yield from ((Value(f"{function}({value.text})", "number"), end) for value, end in _angle(opened))
    yield from _area(state)
    yield from _volume(state)
    yield from ((value, end) for value, end in formula(state) if value.dimension != "bare")


def _distance(state: State) -> Parses[Value]:
    """`the distance from P to plane ABC`."""
    for opened in phrase(state, "the distance from"):
        for (_, first), middle in place(opened):
            for to in word(middle, "to"):
                yield from ((Value(f"distance({first}, {second})", "length"), end) for (_, second), end in place(to))


def _angle(state: State) -> Parses[Value]:
    """`∠ABC`, `the angle between AB and plane BCD`, `the dihedral angle A-BC-D`."""
    yield from angle_at(state)
    for opened in phrase(state, "the angle between"):
        for (kind, a), after in place(opened):
            for between in word(after, "and"):
                for (other, b), end in place(between):
                    if "point" not in (kind, other):
                        yield Value(f"angle({a}, {b})", "angle"), end
    for opened in phrase(state, "the dihedral angle"):
        token = opened.token
        if token and tuple(map(len, token.groups)) == (1, 2, 1) and set(token.labels) <= opened.labels():
            a, b, c, d = token.labels
            yield Value(f"dihedral({a}-{b}{c}-{d})", "angle"), opened.moved()


def face_angle(state: State, first: tuple[str, ...], second: tuple[str, ...]) -> Iterator[Value]:
    """The dihedral angle of two polygons that share an edge and are faces of one announced solid."""
    common = [label for label in first if label in second]
    apart = [label for label in first if label not in second], [label for label in second if label not in first]
    if len(common) == 2 and apart[0] and apart[1] and any({*first, *second} <= solid for solid in state.announced):
        yield Value(f"dihedral({apart[0][0]}-{common[0]}{common[1]}-{apart[1][0]})", "angle")


def _area(state: State) -> Parses[Value]:
    """`the perimeter of triangle ABC`, `the area of the cross section formed when plane AMN intersects the cube`."""
    for function, dimension in (("area", "area"), ("perimeter", "length")):
        for opened in phrase(state, f"the {function} of"):
            yield from ((Value(f"{function}({', '.join(run)})", dimension), end) for run, end in polygon(opened))
    for opened in phrase(state, "the area of"):
        for when in phrase(opened, "the cross section formed when"):
            for cutter, after in cutting_plane(when):
                for cuts in word(after, "intersects"):
                    yield from ((Value(f"area(section({name}, {cutter}))", "area"), end) for name, end in solid(cuts))


def cutting_plane(state: State) -> Parses[str]:
    """A plane by labels, or `a plane passing through vertex D and the midpoints M and N of AB and CG`."""
    yield from plane(state)
    for opened in phrase(state, "a plane passing through"):
        for first, one in point(opened):
            for between in word(one, "and"):
                for others, end in named_midpoints(between):
                    if len(others) == 2:
                        yield f"plane({', '.join((first, *others))})", end


def _volume(state: State) -> Parses[Value]:
    """`the volume of pyramid ABCH` by known corners, `the volume of the larger of the two solids` after a cut."""
    for opened in phrase(state, "the volume of"):
        for after in (*word(opened, *KIND_NOUNS), opened):
            token = after.token
            if token is not None and len(token.labels) >= 4 and set(token.labels) <= after.labels():
                same = [known.name for known in after.solids if set(known.labels) == set(token.labels)]
                text = same[0] if same else f"hull({', '.join(token.labels)})"
                yield Value(f"volume({text})", "volume"), after.moved()
        for end in phrase(opened, "the larger of the two solids") if state.cut else ():
            yield Value(f"volume(larger_part({state.cut}))", "volume"), end
