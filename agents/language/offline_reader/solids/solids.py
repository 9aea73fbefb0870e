"""Noun phrases that name a solid: `a right circular cone`, `the larger cube`, `pyramid $P-ABCD$`, `it`.

An indefinite phrase brings a new solid, a definite one must point to exactly one that is known (or be the first
mention of its kind). Where two solids could be meant, nothing is: the phrase is not read.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from agents.language.offline_reader.text.labelling import placed
from agents.language.offline_reader.text.state import Parses, Solid, State, phrase, word
from agents.language.offline_reader.text.vocabulary import (
    DIAGRAM,
    FORM_WORDS,
    IDLE_ADJECTIVES,
    KIND_NOUNS,
    MARKS,
    OBJECT_NOUNS,
    OF_BASE,
    SAME_MARK,
)


@dataclass(frozen=True)
class Described:
    """What a noun phrase says before it is decided which solid it means."""

    kind: str = ""
    """A kind of the kernel's catalogue, empty while no noun has told it."""
    noun: str = ""
    """The word it is called by."""
    right: bool = False
    """Called right, upright or straight."""
    regular: bool = False
    """Called regular."""
    oblique: bool = False
    """Called oblique."""
    sides: int = 0
    """Sides of the base where an adjective tells them."""
    base: str = ""
    """Shape of the base where an adjective tells it."""
    marks: frozenset[str] = frozenset()
    """Adjectives that tell it from others of its kind."""
    definite: bool = False
    """Spoken of as known: `the`, `this`, `each of the`."""
    bare: bool = False
    """Named without an article."""
    unit: bool = False
    """Called a unit cube or unit sphere."""


def solid(state: State) -> Parses[str]:
    """The name of the solid that a noun phrase or pronoun means."""
    yield from _pronoun(state)
    yield from _by_labels(state)
    first = state.at
    for described, after in _description(state):
        token = after.token
        if token is not None and token.groups and not token.word:
            yield from _labelled(described, first, after)
        yield from _unlabelled(described, first, after)


def owner(state: State) -> Parses[str]:
    """A possessive: `its`, `the cone's`."""
    for after in word(state, "its"):
        for name in only(state):
            yield name, after.mentions(name)
    for name, after in solid(state):
        token = after.token
        if token is not None and token.text == "'s":
            yield name, after.moved()


def only(state: State) -> Iterator[str]:
    """The one solid that `its height`, or `the height` without an owner, can mean."""
    names = {known.name for known in state.solids}
    if state.change[0]:
        # Before or after the change? The words do not say.
        return
    if len(names) == 1:
        yield from names
    elif len(state.mentioned or state.before) == 1:
        yield (state.mentioned or state.before)[0]


def _pronoun(state: State) -> Parses[str]:
    for after in word(state, "it"):
        for name in only(state):
            yield name, after.mentions(name)


def _by_labels(state: State) -> Parses[str]:
    """`PABCD` alone, once it is declared."""
    token = state.token
    if token is None or len(token.labels) < 4:
        return
    for known in state.solids:
        if set(known.labels) == set(token.labels) and not known.invented:
            yield known.name, state.moved().mentions(known.name)


# Descriptions


def _description(state: State) -> Parses[Described]:
    for opened, after in _article(state):
        yield from _adjectives(opened, after)


def _article(state: State) -> Parses[Described]:
    for after in word(state, "the", "this", "that"):
        yield Described(definite=True), after
    for after in phrase(state, "each", "each of the", "one of the"):
        yield Described(definite=True, marks=frozenset({"each"})), after
    for after in phrase(state, "a", "an", "one", "another", "any"):
        yield Described(), after
    yield Described(bare=True), state


def _adjectives(so_far: Described, state: State) -> Parses[Described]:
    token = state.token
    if token is None:
        return
    yield from _noun(so_far, state)
    changed = _adjective(so_far, token.word)
    if changed is not None:
        yield from _adjectives(changed, state.moved())
    if token.word in FORM_WORDS:
        yield from _adjectives(replace(so_far, kind=FORM_WORDS[token.word], noun=FORM_WORDS[token.word]), state.moved())
    if token.word in KIND_NOUNS:
        for after in word(state.moved(), "shaped"):
            kind = KIND_NOUNS[token.word]
            yield from _adjectives(replace(so_far, kind=kind, noun=kind), after)


def _adjective(so_far: Described, text: str) -> Described | None:
    if text in ("right", "regular", "oblique"):
        return replace(so_far, **{text: True})  # type: ignore[arg-type]
    if text in ("upright", "straight"):
        return replace(so_far, right=True)
    if text == "equilateral":
        return replace(so_far, base="equilateral", sides=3)
    if text in OF_BASE:
        sides, base = OF_BASE[text]
        if so_far.sides not in (0, sides) or so_far.base not in ("", base, "equilateral"):
            return None
        return replace(so_far, sides=sides, base=so_far.base or base)
    if text in MARKS:
        return replace(so_far, marks=so_far.marks | {SAME_MARK.get(text, text)})
    if text == "unit":
        return replace(so_far, unit=True)
    if text == "particular":
        # `If a particular frustum has ...` speaks of the frustum that was introduced.
        return replace(so_far, definite=True)
    if text in IDLE_ADJECTIVES or text == "based":
        return so_far
    return None


def _noun(so_far: Described, state: State) -> Parses[Described]:
    token = state.token
    if token is None:
        return
    if not so_far.kind and token.word in KIND_NOUNS:
        yield _of_kind(so_far, KIND_NOUNS[token.word], token.word), state.moved()
    if token.word in OBJECT_NOUNS and (so_far.kind or so_far.definite):
        yield replace(so_far, noun=token.word), state.moved()
    if so_far.kind and KIND_NOUNS.get(token.word) == so_far.kind:
        yield replace(so_far, noun=token.word), state.moved()
    yield from _frustum(so_far, state)
    if so_far.base == "rectangle":
        for after in word(state, "solid", "block", "container", "tank", "brick", "room"):
            yield replace(so_far, kind="cuboid", noun=token.word, base="", sides=0), after


def _frustum(so_far: Described, state: State) -> Parses[Described]:
    for after in phrase(
        state, "frustum of a right circular cone", "frustum of a cone", "truncated cone", "cone frustum"
    ):
        yield replace(so_far, kind="cone_frustum", noun="frustum"), after
    for after in word(state, "frustum"):
        if so_far.definite:
            yield replace(so_far, kind="", noun="frustum"), after


def _of_kind(so_far: Described, kind: str, noun: str) -> Described:
    noun = noun if noun in ("box", "ball") else kind
    box = kind == "prism" and so_far.base == "rectangle"
    if box or (kind == "parallelepiped" and so_far.base == "rectangle"):
        return replace(so_far, kind="cuboid", noun=kind, base="", sides=0)
    if kind == "cuboid" and so_far.base == "rectangle":
        return replace(so_far, kind="cuboid", noun=noun, base="", sides=0)
    return replace(so_far, kind=kind, noun=noun)


def redescribed(state: State, name: str) -> Iterator[State]:
    """Behind `PABCD is`: `a right square pyramid` for a solid that is known to be a pyramid."""
    known = state.solid(name)
    for opened in word(state, "a", "an"):
        for said, end in _adjectives(Described(), opened):
            if (
                said.kind == known.kind
                and said.sides in (0, known.sides)
                and not (said.oblique or said.marks or said.unit)
            ):
                right = known.right or said.right or said.regular
                base = said.base or known.base
                made = replace(known, right=right, regular=known.regular or said.regular, base=base)
                yield end.with_solid(made).with_fact(state.at, f"base {name}")


# Which solid is meant


def _unlabelled(described: Described, first: int, state: State) -> Parses[str]:
    if described.definite:
        found = [known for known in state.solids if _fits(described, known)]
        if len(found) == 1:
            yield from _found(found[0], state)
        if found or not described.kind or any(_same_kind(described, known) for known in state.solids):
            return
    alike = {token.word for token in state.tokens[max(0, first - 3) : first]} & {"identical", "congruent", "equal"}
    counted = bool(alike)
    if described.bare and not counted and any(_same_kind(described, known) for known in state.solids):
        # `the cylinder and cone`: without an article it is hardly another cone.
        return
    if described.kind:
        yield from _introduced(described, (), first, state)


def _found(known: Solid, state: State) -> Parses[str]:
    if "cut off" in known.marks:
        for end in phrase(state, "that was cut off", "that is cut off", "cut off"):
            yield known.name, end.mentions(known.name)
    yield known.name, state.mentions(known.name)


def _fits(described: Described, known: Solid) -> bool:
    if not _same_kind(described, known):
        return False
    if described.unit or (described.base and described.base != known.base) or described.sides not in (0, known.sides):
        return False
    # `the right pyramid` must have been called right before: a reference tells nothing new.
    angular = known.kind in ("pyramid", "prism", "tetrahedron", "octahedron")
    if angular and ((described.right and not known.right) or (described.regular and not known.regular)):
        return False
    return described.marks <= known.marks


def _same_kind(described: Described, known: Solid) -> bool:
    if described.noun in known.nouns:
        return not described.kind or described.kind == known.kind or described.noun == "prism"
    return False


def _labelled(described: Described, first: int, state: State) -> Parses[str]:
    token = state.token
    if token is None or not described.kind:
        return
    for known in state.solids:
        if set(known.labels) == set(token.labels) and not known.invented:
            yield known.name, state.moved().mentions(known.name)
            return
    if set(token.labels) <= state.declared() and len(state.solids) > 0:
        return
    if described.definite and any(_same_kind(described, known) and not known.labels for known in state.solids):
        return
    yield from _introduced(described, token.groups, first, state.moved())


def _introduced(described: Described, groups: tuple[tuple[str, ...], ...], first: int, state: State) -> Parses[str]:
    if not _possible(described):
        return
    count = len(state.solids)
    known = Solid(
        name="k" if not count else f"k{count + 1}",
        kind=described.kind,
        nouns=frozenset({described.noun, described.kind, "solid"}),
        span=(first, state.at - 1),
        marks=described.marks,
        sides=described.sides,
        # A prism without labels is a right one unless it is called oblique: nobody speaks of its height otherwise.
        right=described.right or described.regular or (described.kind == "prism" and not groups),
        regular=described.regular,
        base=described.base,
    )
    for made in placed(known, groups):
        after = state.with_solid(made).mentions(made.name)
        if described.unit:
            measure = {"cube": "edge", "sphere": "radius"}.get(made.kind)
            if measure is None:
                continue
            after = after.with_fact(first, f"given {measure}({made.name}) = ⟦1|*|1⟧")
        yield made.name, after


def _possible(described: Described) -> bool:
    """Whether the adjectives mean, for this kind, what the figure will say; an equilateral cone is not read."""
    based = described.kind in ("prism", "pyramid")
    if described.oblique or ((described.base or described.sides) and not based):
        return False
    if described.regular and described.kind not in ("prism", "pyramid", "tetrahedron", "octahedron", "cube"):
        return False
    return not (described.right and described.kind in ("tetrahedron", "octahedron", "sphere", "hemisphere"))


def past_diagram(state: State) -> State:
    """Past a reference to a drawing, which is remembered."""
    comma = next(phrase(state, ","), None)
    for opened in (state,) if comma is None else (state, comma):
        for after in phrase(opened, *DIAGRAM):
            seen = replace(after, diagram=(*after.diagram, (opened.at, after.at - 1)))
            return seen if opened is state else next(phrase(seen, ","), seen)
    return state
