"""Relations between labelled things: midpoints, points on segments, right angles, parallels, shapes, equations.

A new label only enters the figure through one of these rules (or as a vertex of a solid); a relation between labels
that are not known is not read.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise

from agents.language.offline_reader.solids.coordinates import located
from agents.language.offline_reader.solids.places import bare_plane, line, pair_of_labels, plane, polygon
from agents.language.offline_reader.text.algebra import Value, angle_at, formula, power_of, quantity
from agents.language.offline_reader.text.equations import as_like, fits
from agents.language.offline_reader.text.state import Parses, State, listed, phrase, sign

_SIGNS = {"=": "=", "<": "<", ">": ">", "≤": "<=", "≥": ">="}


def relation(state: State) -> Iterator[State]:
    """Any clause that relates labelled things."""
    yield from equation(state)
    yield from ratio_equation(state)
    yield from upright_or_parallel(state)
    yield from mutually_perpendicular(state)
    yield from right_angle(state)
    yield from equal_edges(state)
    yield from in_a_plane(state)
    yield from vector_equation(state)
    yield from located(state)
    yield from valued_letter(state)


# Equations


def equation(state: State) -> Iterator[State]:
    """`PA = PB = 2`, `AE = 2EB`, `AB is 3`: a chain of formulas; at least one side speaks of the figure."""
    for first, after in _side(state):
        for chain, end in _chain(after):
            values = (first, *(value for _, value in chain))
            like = next((v for v in values if v.dimension not in ("bare", "number")), None)
            if like is not None and all(fits(v, like) or v.letter for v in values):
                yield _chained(end, state.at, values, tuple(sign for sign, _ in chain), like)


def _side(state: State) -> Parses[Value]:
    for opened in (*phrase(state, "the length of", "the lengths of"), state):
        yield from quantity(opened)
        for (a, b), end in pair_of_labels(opened):
            yield Value(f"{a}{b}", "length"), end
    yield from angle_at(state)


def _chain(state: State) -> Parses[tuple[tuple[str, Value], ...]]:
    token = state.token
    if token is None:
        return
    if token.text in _SIGNS:
        opened: tuple[State, ...] = (state.moved(),)
    else:
        opened = tuple(phrase(state, "is", "equals", "is equal to", "has length", "has a length of", "measures"))
    for after in opened:
        for value, end in (*_side(after), *_letter(after)):
            rest_found = False
            for rest, last in _chain(end):
                rest_found = True
                yield ((_SIGNS.get(token.text, "="), value), *rest), last
            if not rest_found:
                yield ((_SIGNS.get(token.text, "="), value),), end


def _letter(state: State) -> Parses[Value]:
    token = state.token
    if token is not None and token.letter and state.meaning(token.letter) is None:
        yield Value("", "letter", letter=token.text), state.moved()


def _chained(state: State, first: int, values: tuple[Value, ...], signs: tuple[str, ...], like: Value) -> State:
    lines = []
    kept: list[Value] = []
    for value in values:
        if value.letter:
            state = replace(state, meanings=(*state.meanings, (value.letter, like.text, like.dimension)))
        else:
            kept.append(value)
    if len(kept) < len(values):
        signs = ("=",) * (len(kept) - 1)
    for left, relation_sign, right in zip(kept, signs, kept[1:], strict=False):
        lines.append(f"given {as_like(left, like)} {relation_sign} {as_like(right, like)}")
    return state.with_fact(first, *lines) if lines else state


def ratio_equation(state: State) -> Iterator[State]:
    """`AE : EB = 1 : 2`, also of three terms."""
    for terms, after in _ratio_terms(state):
        for equals in (*sign(after, "="), *phrase(after, "is")):
            for numbers, end in _ratio_terms(equals):
                if len(terms) == len(numbers) and all(power_of(t.dimension) for t in terms):
                    yield end.with_fact(state.at, *_proportions(terms, numbers))


def _ratio_terms(state: State) -> Parses[tuple[Value, ...]]:
    for first, after in formula(state):
        for colon in sign(after, ":"):
            for rest, end in _ratio_rest(colon):
                yield (first, *rest), end


def _ratio_rest(state: State) -> Parses[tuple[Value, ...]]:
    for value, after in formula(state):
        for colon in sign(after, ":"):
            for rest, end in _ratio_rest(colon):
                yield (value, *rest), end
        yield (value,), after


def _proportions(terms: tuple[Value, ...], numbers: tuple[Value, ...]) -> Iterator[str]:
    for (one, two), (m, n) in zip(combinations(terms, 2), combinations(numbers, 2), strict=True):
        yield f"given ({n.text})*{one.text} = ({m.text})*{two.text}"


# Perpendicular and parallel


def _linear(state: State) -> Parses[str]:
    yield from line(state)
    yield from plane(state)


def _linear_bare(state: State) -> Parses[str]:
    yield from _linear(state)
    yield from bare_plane(state)


def upright_or_parallel(state: State) -> Iterator[State]:
    """`PA ⟂ plane ABCD`, `AB is parallel to CD`, `plane PAD is perpendicular to the base`."""
    for firsts, after in listed(state, _linear_bare):
        for name, middle in _relation_word(after):
            for seconds, end in listed(middle, _linear_bare):
                if len(seconds) == 1 or len(firsts) == 1:
                    yield end.with_fact(state.at, *(f"given {name}({a}, {b})" for a in firsts for b in seconds))
        if len(firsts) == 2:
            for name, end in _each_other(after):
                yield end.with_fact(state.at, f"given {name}({firsts[0]}, {firsts[1]})")


def _relation_word(state: State) -> Parses[str]:
    for name, mark, adjective in (("perp", "⟂", "perpendicular"), ("parallel", "∥", "parallel")):
        for end in (*sign(state, mark), *(phrase(state, "/ /") if name == "parallel" else ())):
            yield name, end
        for end in phrase(state, f"is {adjective} to", f"are {adjective} to", f"{adjective} to", f"be {adjective} to"):
            yield name, end
        for end in phrase(state, f"is {adjective} to the", f"are both {adjective} to", f"are each {adjective} to"):
            yield name, end


def _each_other(state: State) -> Parses[str]:
    for name, adjective in (("perp", "perpendicular"), ("parallel", "parallel")):
        for end in phrase(state, f"are {adjective}", f"are {adjective} to each other"):
            yield name, end


def in_a_plane(state: State) -> Iterator[State]:
    """`Triangle DEF lies in a plane perpendicular to plane ABC`."""
    for corners, after in polygon(state):
        for name, adjective in (("perp", "perpendicular"), ("parallel", "parallel")):
            for to in phrase(after, f"lies in a plane {adjective} to", f"is in a plane {adjective} to"):
                for other, end in plane(to):
                    yield end.with_fact(state.at, f"given {name}(plane({', '.join(corners)}), {other})")


def vector_equation(state: State) -> Iterator[State]:
    """`→DC = 3→AB`."""
    for one, after in _vector(state):
        for equals in sign(after, "="):
            for two, end in _vector(equals):
                yield end.with_fact(state.at, f"given {one} = {two}")


def _vector(state: State) -> Parses[str]:
    token = state.token
    for factor, after in ((f"({token.number})*", state.moved()),) if token and token.number else (("", state),):
        for arrow in sign(after, "→"):
            for (a, b), end in pair_of_labels(arrow):
                yield f"{factor}vector({a}, {b})", end


def mutually_perpendicular(state: State) -> Iterator[State]:
    """Three lines, each at right angles to the two others."""
    for opened in (*phrase(state, "each of"), state):
        for lines, after in listed(opened, line, least=3):
            words = ("are mutually perpendicular", "are pairwise perpendicular", "is perpendicular to the other two")
            for end in phrase(
                after, *words, "are perpendicular to each other", "are mutually perpendicular to each other"
            ):
                yield end.with_fact(state.at, *(f"given perp({a}, {b})" for a, b in combinations(lines, 2)))


def equal_edges(state: State) -> Iterator[State]:
    """`congruent edges OA, OB and OC`, `edges OA and OB are equal`."""
    for opened in phrase(state, "congruent edges", "equal edges", "congruent lateral edges", "equal lateral edges"):
        for pairs, end in listed(opened, pair_of_labels, least=2):
            yield end.with_fact(state.at, *_all_same(pairs))
    for pairs, after in listed(state, pair_of_labels, least=2):
        for end in phrase(
            after, "are congruent", "are equal", "are equal in length", "have the same length", "are all equal"
        ):
            yield end.with_fact(state.at, *_all_same(pairs))


def _all_same(pairs: tuple[tuple[str, str], ...]) -> Iterator[str]:
    for (a, b), (c, d) in pairwise(pairs):
        yield f"given {a}{b} = {c}{d}"


def right_angle(state: State) -> Iterator[State]:
    """`∠ABC is a right angle`."""
    for value, after in angle_at(state):
        for end in phrase(after, "is a right angle", "is right", "is 90 degrees"):
            yield end.with_fact(state.at, f"given {value.text} = 90°")


def valued_letter(state: State) -> Iterator[State]:
    """`T = 12`: a letter that stands for nothing yet and a number."""
    token = state.token
    if token is None or len(token.text) != 1 or not token.text.isalpha() or token.text in state.labels():
        return
    if state.meaning(token.text) is not None:
        return
    for after in sign(state.moved(), "="):
        for value, end in formula(after):
            if value.dimension == "bare":
                yield replace(end, meanings=(*state.meanings, (token.text, value.text, "bare")))
