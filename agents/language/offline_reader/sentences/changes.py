"""A solid before and after a change: `its radius is doubled`, `each edge is increased by 10%`, and the percent change.

The changed solid is a second solid. Measures that the statement does not change stay equal; a change of a kind whose
measures are not listed, or whose direction is not stated, is rejected.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.sentences.measure_facts import nouns_of_one
from agents.language.offline_reader.sentences.phrases import Keyed, keyed_measure
from agents.language.offline_reader.solids.measures import measure_noun, measures_of, of_solid
from agents.language.offline_reader.solids.solids import solid
from agents.language.offline_reader.text.algebra import Value, number, quantity
from agents.language.offline_reader.text.equations import as_like, fits
from agents.language.offline_reader.text.state import Parses, Solid, State, phrase, skip, word
from agents.language.offline_reader.text.vocabulary import ASK

_VERBS = ("is", "are", "are each")
_FACTORS = {"doubled": "2", "tripled": "3"}
_SHAPE = {
    "cube": ("edge",),
    "sphere": ("radius",),
    "hemisphere": ("radius",),
    "cylinder": ("radius", "height"),
    "cuboid": ("length", "width", "height"),
}
"""The measures that define a solid of each kind."""


def change(state: State) -> Iterator[State]:
    """`The radius of a sphere is tripled`, `The length, width and height of a box are each increased by 10%`."""
    yield from _multiplied(state)
    yield from _grown(state)
    before = _before_change(state)
    for value, key, name, after in _changed_measure(before):
        for verb in phrase(after, *_VERBS):
            for new, end in _new_value(verb, value):
                yield from _changed(_restored(skip(end, "in length"), state), state.at, name, {key: new})
    for keys, name, after in nouns_of_one(before):
        if set(keys) <= set(_SHAPE.get(after.solid(name).kind, ())):
            for verb in phrase(after, *_VERBS):
                for texts, end in _each(verb, name, keys):
                    yield from _changed(_restored(end, state), state.at, name, texts)


def _multiplied(state: State) -> Iterator[State]:
    """`its volume is multiplied by a factor of x`: a letter for the ratio of after to before."""
    old, new = state.change
    for value, key, name, after in keyed_measure(_before_change(state)) if old else ():
        for by in phrase(after, "is multiplied by a factor of"):
            token = by.token
            if name == old and token is not None and len(token.text) == 1 and token.text.isalpha():
                for now, last in of_solid(_restored(by.moved(), state), new, key):
                    meaning = (token.text, f"{now.text} / {value.text}", "number")
                    yield replace(last, meanings=(*last.meanings, meaning))


def _grown(state: State) -> Iterator[State]:
    """`The volume of a cube is increased by 19 to form a larger cube`: another solid of the same kind."""
    for value, key, name, after in keyed_measure(state):
        for by in phrase(after, "is increased by"):
            for amount, middle in quantity(by):
                for form in phrase(middle, "to form") if fits(amount, value) else ():
                    for other, end in solid(form):
                        made = end.solid(other)
                        if other != name and made.kind == end.solid(name).kind:
                            marked = end.with_solid(replace(made, marks=made.marks | {"new"}))
                            for theirs, last in of_solid(marked, other, key):
                                text = f"given {theirs.text} = {value.text} + {as_like(amount, value)}"
                                yield last.with_fact(state.at, text)


def _before_change(state: State) -> State:
    """Without the changed solid, so that `its height` and `the cone` mean the original."""
    solids = tuple(known for known in state.solids if known.name != state.change[1])
    return replace(state, change=("", ""), solids=solids)


def _restored(state: State, original: State) -> State:
    new = [known for known in original.solids if known.name == original.change[1]]
    return replace(state, change=original.change, solids=(*state.solids, *new))


def _changed_measure(state: State) -> Iterator[Keyed]:
    for value, key, name, after in keyed_measure(state):
        if key in _SHAPE.get(after.solid(name).kind, ()):
            yield value, key, name, after
    for opened in phrase(state, "the edges of"):
        for name, after in solid(opened):
            yield from ((value, "edge", name, end) for value, end in of_solid(after, name, "edge"))


def _new_value(state: State, old: Value) -> Parses[str]:
    for participle, factor in _FACTORS.items():
        for end in word(state, participle):
            yield f"({factor})*({old.text})", end
    for operator, participle in (("+", "increased"), ("-", "decreased")):
        for by in phrase(state, f"{participle} by"):
            for text, after in number(by):
                for end in phrase(after, "%"):
                    yield f"(1 {operator} ({text})/100)*({old.text})", end


def _each(state: State, name: str, keys: tuple[str, ...]) -> Parses[dict[str, str]]:
    for olds, after in measures_of(state, name, keys):
        for choices in zip(*(list(_new_value(after, old)) for old in olds), strict=False):
            yield {key: text for key, (text, _) in zip(keys, choices, strict=True)}, choices[0][1]


def _changed(state: State, first: int, name: str, texts: dict[str, str]) -> Iterator[State]:
    """The state with the changed solid; each measure may change once."""
    if state.change[0] not in ("", name) or set(texts) & set(state.changed):
        return
    state, new = _second(state, name)
    for values, after in measures_of(state, new, tuple(texts)):
        for value, text in zip(values, texts.values(), strict=True):
            after = after.with_fact(first, f"given {value.text} = {text}")
        yield replace(after, changed=(*after.changed, *texts))


def _second(state: State, name: str) -> tuple[State, str]:
    """The state with the changed solid, and its name."""
    if state.change[0] == name:
        return state, state.change[1]
    old = state.solid(name)
    span = (state.at - 1, state.at - 1)
    new = Solid(f"k{len(state.solids) + 1}", old.kind, old.nouns, span, frozenset({"new"}))
    state = state.with_solid(replace(old, marks=old.marks | {"original"})).with_solid(new)
    return replace(state, change=(name, new.name)), new.name


def unchanged(state: State) -> State:
    """The state in which every measure that the statement does not change stays equal."""
    old, new = state.change
    for key in _SHAPE[state.solid(old).kind] if old else ():
        if key not in state.changed:
            before, state = next(of_solid(state, old, key))
            now, state = next(of_solid(state, new, key))
            state = state.with_fact(state.solid(new).span[0], f"given {now.text} = {before.text}")
    return state


def percent_change(state: State) -> Parses[Value]:
    """`What is the percent increase in the volume of the cube?`, after a change."""
    old, new = state.change
    for opened in phrase(state, *ASK) if old else ():
        for increase, after in _percent_words(skip(opened, "the")):
            for key, noun in measure_noun(skip(after, "the")):
                for of in phrase(noun, "of the"):
                    if of.token is not None and of.token.word in state.solid(old).nouns:
                        for before, measured in of_solid(of.moved(), old, key):
                            for now, end in of_solid(measured, new, key):
                                change_text = f"{'' if increase else 'abs'}({now.text} - {before.text})"
                                yield Value(f"{change_text} / {before.text}", "number"), end


def _percent_words(state: State) -> Parses[bool]:
    """Whether an increase or an absolute change is asked for."""
    yield from ((True, end) for end in phrase(state, "percent increase in"))
    yield from ((False, end) for end in phrase(state, "absolute value of the percent change in"))
