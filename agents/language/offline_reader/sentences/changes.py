"""A solid before and after a change: `its radius is doubled`, `each edge is increased by 10%`.

The solid after the change is a second one. Measures that the statement does not change stay as they were, where the
solid has few enough to list them; a kind for which that cannot be said is not read.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.sentences.phrases import keyed_measure
from agents.language.offline_reader.solids.measures import measure_noun, of_solid
from agents.language.offline_reader.solids.solids import only, solid
from agents.language.offline_reader.text.algebra import Value, number, quantity
from agents.language.offline_reader.text.equations import as_like, fits
from agents.language.offline_reader.text.state import Parses, Solid, State, listed, phrase, skip, word

_VERBS = ("is", "are", "were", "was", "are each", "is then", "are all", "are both", "be")
_FACTORS = {"doubled": "2", "tripled": "3", "halved": "1/2", "quadrupled": "4"}
_SHAPE = {
    "cube": ("edge",),
    "sphere": ("radius",),
    "hemisphere": ("radius",),
    "cylinder": ("radius", "height"),
    "cone": ("radius", "height"),
    "cuboid": ("length", "width", "height"),
}
"""The measures that make out a solid of each kind."""


def change(state: State) -> Iterator[State]:
    """`The radius of a cone is halved (and its height is doubled)`."""
    yield from multiplied(state)
    yield from grown(state)
    before = _before_change(state)
    for value, key, name, after in _changed_measure(before):
        for verb in phrase(after, *_VERBS):
            for new, end in _new_value(verb, value):
                yield from _changed(_restored(skip(end, "in length"), state), state.at, name, {key: new})
    for keys, name, after in _several(before):
        for verb in phrase(after, *_VERBS):
            for texts, end in _each(verb, name, keys):
                yield from _changed(_restored(end, state), state.at, name, texts)


def multiplied(state: State) -> Iterator[State]:
    """`its volume is multiplied by a factor of x`: a letter for the ratio of after to before."""
    old, new = state.change
    if not old:
        return
    for value, key, name, after in keyed_measure(_before_change(state)):
        for by in phrase(after, "is multiplied by a factor of", "is multiplied by", "increases by a factor of"):
            token = by.token
            if name != old or token is None or len(token.text) != 1 or not token.text.isalpha():
                continue
            end = _restored(by.moved(), state)
            for now, last in of_solid(end, new, key):
                yield replace(last, meanings=(*last.meanings, (token.text, f"{now.text} / {value.text}", "number")))


def grown(state: State) -> Iterator[State]:
    """`The volume of a cube is increased by 19 to form a larger cube`: another solid of the same kind."""
    for value, key, name, after in keyed_measure(state):
        for operator, verb in (("+", "is increased by"), ("-", "is decreased by")):
            for by in phrase(after, verb):
                for amount, middle in quantity(by):
                    for form in phrase(middle, "to form", "forming", "to make"):
                        for other, end in solid(form):
                            same = end.solid(other).kind == end.solid(name).kind and other != name
                            for theirs, last in of_solid(end, other, key) if same and fits(amount, value) else ():
                                made = last.solid(other)
                                last = last.with_solid(replace(made, marks=made.marks | {"new"}))
                                text = f"given {theirs.text} = {value.text} {operator} {as_like(amount, value)}"
                                yield last.with_fact(state.at, text)


def _before_change(state: State) -> State:
    """Only the solid as it was, so that `its height` and `the cone` mean that one."""
    solids = tuple(known for known in state.solids if known.name != state.change[1] or not state.change[1])
    return replace(state, change=("", ""), solids=solids)


def _restored(state: State, original: State) -> State:
    new = [known for known in original.solids if known.name == original.change[1] and original.change[1]]
    return replace(state, change=original.change, solids=(*state.solids, *new))


def _changed_measure(state: State) -> Iterator[tuple[Value, str, str, State]]:
    for value, key, name, after in keyed_measure(state):
        if key in _SHAPE.get(after.solid(name).kind, ()):
            yield value, key, name, after
    heads = (
        "the edges of",
        "each edge of",
        "the edge lengths of",
        "the sides of",
        "the side lengths of",
        "all edges of",
    )
    for opened in phrase(state, *heads, "the lengths of the edges of", "each side of"):
        for name, after in solid(opened):
            for value, end in of_solid(after, name, "edge"):
                yield value, "edge", name, end


def _several(state: State) -> Iterator[tuple[tuple[str, ...], str, State]]:
    """`the length, width and height of a box`."""
    for keys, after in listed(skip(state, "the"), _noun, least=2):
        named = [(name, end) for of in word(after, "of") for name, end in solid(of)]
        for name, end in (*named, *((name, after) for name in only(after))):
            if set(keys) <= set(_SHAPE.get(end.solid(name).kind, ())):
                yield keys, name, end


def _noun(state: State) -> Parses[str]:
    for opened in (*word(state, "the", "its"), state):
        yield from measure_noun(opened)


def _new_value(state: State, old: Value) -> Parses[str]:
    for participle, factor in _FACTORS.items():
        for end in word(state, participle):
            yield f"({factor})*({old.text})", end
    for operator, participle in (("+", "increased"), ("-", "decreased"), ("-", "reduced")):
        for by in phrase(state, f"{participle} by"):
            for text, after in number(by):
                for end in phrase(after, "%", "percent"):
                    yield f"(1 {operator} ({text})/100)*({old.text})", end
            for amount, end in quantity(by):
                if fits(amount, old) and next(phrase(end, "%", "percent"), None) is None:
                    yield f"{old.text} {operator} {as_like(amount, old)}", end
    for by in phrase(state, "multiplied by", "increased by a factor of"):
        for text, end in number(by):
            yield f"({text})*({old.text})", end


def _each(state: State, name: str, keys: tuple[str, ...]) -> Parses[dict[str, str]]:
    olds: list[Value] = []
    for key in keys:
        found = next(of_solid(state, name, key), None)
        if found is None:
            return
        olds.append(found[0])
        state = found[1]
    for choices in zip(*(list(_new_value(state, old)) for old in olds), strict=False):
        yield {key: text for key, (text, _) in zip(keys, choices, strict=True)}, choices[0][1]


def _changed(state: State, first: int, name: str, texts: dict[str, str]) -> Iterator[State]:
    """The state with the changed solid; the measures that make out its shape are told once each."""
    if state.change[0] not in ("", name):
        return
    state, new = _second(state, name)
    for key, text in texts.items():
        found = next(of_solid(state, new.name, key), None)
        if found is None or key in state.changed:
            return
        state = found[1].with_fact(first, f"given {found[0].text} = {text}")
        state = replace(state, changed=(*state.changed, key))
    yield state


def _second(state: State, name: str) -> tuple[State, Solid]:
    if state.change[0] == name:
        return state, state.solid(state.change[1])
    old = state.solid(name)
    new = Solid(
        name=f"k{len(state.solids) + 1}",
        kind=old.kind,
        nouns=old.nouns,
        span=(state.at - 1, state.at - 1),
        marks=frozenset({"new", "resulting"}),
    )
    state = state.with_solid(replace(old, marks=old.marks | {"original"})).with_solid(new)
    return replace(state, change=(name, new.name)), new


def unchanged(state: State) -> State:
    """The state in which everything that the statement did not change stayed as it was."""
    old, new = state.change
    if not old:
        return state
    for key in _SHAPE[state.solid(old).kind]:
        if key not in state.changed:
            (before, after), (now, end) = next(of_solid(state, old, key)), next(of_solid(state, new, key))
            state = after if after is not state else end
            state = state.with_fact(state.solid(new).span[0], f"given {now.text} = {before.text}")
    return state
