"""Noun phrases for solids: `a right circular cone`, `the larger cube`, `pyramid $P-ABCD$`, `its`.

An indefinite phrase introduces a solid; a definite one refers to exactly one known solid, or introduces the first of
its kind. A phrase that could mean two solids is rejected.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from agents.language.offline_reader.text.labelling import placed
from agents.language.offline_reader.text.state import Parses, Solid, State, phrase, skip, word
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
    """The content of a noun phrase, before it is resolved to a solid."""

    kind: str = ""
    """A kind of the kernel's catalogue, empty before the noun."""
    noun: str = ""
    """The noun itself."""
    right: bool = False
    """Called right."""
    regular: bool = False
    """Called regular."""
    sides: int = 0
    """Sides of the base, if an adjective gives them."""
    base: str = ""
    """Shape of the base, if an adjective gives it."""
    marks: frozenset[str] = frozenset()
    """Adjectives that distinguish it from others of its kind."""
    definite: bool = False
    """With `the` or `this`."""
    bare: bool = False
    """Without an article."""
    unit: bool = False
    """Called a unit cube."""


def solid(state: State) -> Parses[str]:
    """The name of the solid that a noun phrase means."""
    for opened, start in _article(state):
        for described, after in _adjectives(opened, start):
            token = after.token
            if token is not None and token.groups and not token.word:
                yield from _labelled(described, state.at, after)
            yield from _unlabelled(described, state.at, after)


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
    if state.change[0]:
        # Before or after the change? The words do not say.
        return
    if len(state.solids) == 1:
        yield state.solids[0].name
    elif len(state.mentioned or state.before) == 1:
        yield (state.mentioned or state.before)[0]


# Descriptions


def _article(state: State) -> Parses[Described]:
    for after in word(state, "the", "this"):
        yield Described(definite=True), after
    for after in word(state, "a", "an"):
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


def _adjective(so_far: Described, text: str) -> Described | None:
    if text in ("right", "regular", "unit"):
        return replace(so_far, **{text: True})  # type: ignore[arg-type]
    if text in OF_BASE:
        sides, base = OF_BASE[text]
        return None if so_far.base else replace(so_far, sides=sides, base=base)
    if text in MARKS:
        return replace(so_far, marks=so_far.marks | {SAME_MARK.get(text, text)})
    if text == "particular":
        # `If a particular frustum has ...` means the frustum that was introduced.
        return replace(so_far, definite=True)
    return so_far if text in IDLE_ADJECTIVES else None


def _noun(so_far: Described, state: State) -> Parses[Described]:
    token = state.token
    if token is None:
        return
    if not so_far.kind and token.word in KIND_NOUNS:
        yield _of_kind(so_far, KIND_NOUNS[token.word], token.word), state.moved()
    if token.word in OBJECT_NOUNS and (so_far.kind or so_far.definite):
        yield replace(so_far, noun=token.word), state.moved()
    for after in phrase(state, "frustum of a right circular cone", "frustum of a cone"):
        yield replace(so_far, kind="cone_frustum", noun="frustum"), after
    if token.word == "frustum" and so_far.definite:
        yield replace(so_far, kind="", noun="frustum"), state.moved()
    if token.word == "solid" and so_far.base == "rectangle":
        yield replace(so_far, kind="cuboid", noun="solid", base="", sides=0), state.moved()


def _of_kind(so_far: Described, kind: str, noun: str) -> Described:
    if so_far.base == "rectangle" and kind in ("prism", "parallelepiped"):
        return replace(so_far, kind="cuboid", noun=kind, base="", sides=0)
    noun = noun if noun == "box" else kind
    if so_far.base == "rectangle" and kind == "cuboid":
        return replace(so_far, kind=kind, noun=noun, base="", sides=0)
    return replace(so_far, kind=kind, noun=noun)


def redescribed(state: State, name: str) -> Iterator[State]:
    """Behind `PABCD is`: `a right square pyramid`, for a solid known as a pyramid."""
    known = state.solid(name)
    for opened in word(state, "a"):
        for said, end in _adjectives(Described(), opened):
            if said.kind == known.kind and said.sides in (0, known.sides) and not (said.marks or said.unit):
                right = known.right or said.right or said.regular
                base = said.base or known.base
                made = replace(known, right=right, regular=known.regular or said.regular, base=base)
                yield end.with_solid(made).with_fact(state.at, f"base {name}")


# Resolution


def _unlabelled(described: Described, first: int, state: State) -> Parses[str]:
    alike = [known for known in state.solids if _same_kind(described, known)]
    if described.definite:
        found = [known for known in alike if _fits(described, known)]
        if len(found) == 1:
            ends = phrase(state, "that was cut off") if "cut off" in found[0].marks else ()
            yield from ((found[0].name, end.mentions(found[0].name)) for end in (*ends, state))
    # A second solid of a kind needs an indefinite article.
    if described.kind and not (alike and (described.definite or described.bare)):
        yield from _introduced(described, (), first, state)


def _fits(described: Described, known: Solid) -> bool:
    if described.unit or (described.base and described.base != known.base) or described.sides not in (0, known.sides):
        return False
    # `the right pyramid` must have been called right before: a reference adds nothing.
    angular = known.kind in ("pyramid", "prism", "tetrahedron", "octahedron")
    if angular and ((described.right and not known.right) or (described.regular and not known.regular)):
        return False
    return described.marks <= known.marks


def _same_kind(described: Described, known: Solid) -> bool:
    return described.noun in known.nouns and (
        not described.kind or described.kind == known.kind or described.noun == "prism"
    )


def _labelled(described: Described, first: int, state: State) -> Parses[str]:
    token = state.token
    if token is None or not described.kind or (state.solids and set(token.labels) <= state.declared()):
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
        # A prism without labels is a right one: otherwise its height would be ambiguous.
        right=described.right or described.regular or (described.kind == "prism" and not groups),
        regular=described.regular,
        base=described.base,
    )
    for made in placed(known, groups):
        after = state.with_solid(made).mentions(made.name)
        yield made.name, after.with_fact(first, f"given edge({made.name}) = ⟦1|*|1⟧") if described.unit else after


def _possible(described: Described) -> bool:
    """Whether the adjectives have a meaning for this kind; an equilateral cone is rejected."""
    based = described.kind in ("prism", "pyramid")
    if ((described.base or described.sides) and not based) or (described.unit and described.kind != "cube"):
        return False
    if described.regular and not (based or described.kind in ("tetrahedron", "octahedron", "cube")):
        return False
    return not (described.right and described.kind in ("tetrahedron", "octahedron", "sphere", "hemisphere"))


def past_diagram(state: State) -> State:
    """Past a reference to a drawing, which is kept as a passage."""
    for opened in (state, *phrase(state, ",")):
        for after in phrase(opened, *DIAGRAM):
            seen = replace(after, diagram=(*after.diagram, (opened.at, after.at - 1)))
            return seen if opened is state else skip(seen, ",")
    return state
