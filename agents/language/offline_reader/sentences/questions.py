"""The question: the target and its unit.

`how many cubic inches are in the volume` asks for a volume; a question for a count is rejected.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.sentences.changes import percent_change
from agents.language.offline_reader.sentences.cuts import circle_measure
from agents.language.offline_reader.sentences.phrases import measure, modifiers, qualified_solid
from agents.language.offline_reader.solids.measures import of_solid
from agents.language.offline_reader.solids.solids import past_diagram
from agents.language.offline_reader.text.algebra import Value
from agents.language.offline_reader.text.state import Parses, State, phrase, skip, word
from agents.language.offline_reader.text.units import POWERS, unit
from agents.language.offline_reader.text.vocabulary import ANSWER_FORMS, ASK

_UNITS_OF = ("what is the number of", "find the number of", "how many", "what is the minimum number of")


def question(state: State) -> Iterator[State]:
    """A clause that asks for one quantity; a second question in the statement is rejected."""
    if state.target:
        return
    for opened in phrase(state, *ASK):
        start = skip(opened, ",")
        for value, end in (*circle_measure(start), *measure(start)):
            yield from _answered(end, state.at, value)
        for least in phrase(skip(opened, "the"), "minimum", "least"):
            for start in (*phrase(least, "value of"), least):
                for value, end in measure(start):
                    yield from _answered(end.with_fact(state.at, f"minimize {value.text}"), state.at, value)
    for value, end in percent_change(state):
        yield from _answered(replace(end, percent=True), state.at, value)
    yield from _number_of_units(state)
    yield from _holds(state)
    for value, after in measure(state):
        # `The volume of the cone is` at the very end, as in multiple choice.
        for verb in word(after, "is"):
            if verb.at >= verb.end:
                yield from _answered(verb, state.at, value)


def _answered(state: State, first: int, value: Value, unit_name: str = "") -> Iterator[State]:
    """The state with this target; the unit may stand before or behind it."""
    if value.dimension == "bare":
        return
    for name, end in _asked_unit(state, value):
        if not (name and unit_name):
            named = name or unit_name or end.answer_unit
            asked = replace(end, target=value.text, target_dimension=value.dimension, answer_unit=named)
            for last in (*_said_later(asked, name), asked):
                yield replace(last, question=(first, last.at - 1))


def _said_later(state: State, unit_name: str) -> Iterator[State]:
    """`the volume of the cone in cubic inches that can be created by rolling ...`: modifiers behind the unit."""
    if unit_name and state.mentioned:
        for end in modifiers(state, state.mentioned[-1]):
            if end.at > state.at:
                yield past_answer_form(end)


def _asked_unit(state: State, value: Value) -> Parses[str]:
    """`in cubic inches`, and the form of the answer."""
    after = past_diagram(state)
    for lead in phrase(after, "in", ", in"):
        for (name, power), end in unit(lead):
            if POWERS[power] == value.dimension:
                yield name, past_answer_form(end)
    yield "", past_answer_form(after)


def past_answer_form(state: State) -> State:
    """Past every phrase about the form of the answer: `in terms of π`, `to the nearest tenth`."""
    after = next(_form(skip(state, ",")), None)
    return state if after is None else past_answer_form(after)


def _form(state: State) -> Iterator[State]:
    yield from phrase(state, *ANSWER_FORMS)
    for nearest in phrase(state, "to the nearest"):
        if nearest.token is not None:
            yield skip(nearest.moved(), "number")
    for places in word(state, "to"):
        if places.token is not None:
            yield from phrase(places.moved(), "decimal places")


def _number_of_units(state: State) -> Iterator[State]:
    """`the number of cubic inches in the volume of ...`, `how many square feet are in the area of ...`."""
    for opened in phrase(state, *_UNITS_OF):
        for (name, power), after in unit(opened):
            for inside in phrase(after, "in", "are in"):
                for value, end in measure(inside):
                    if POWERS[power] == value.dimension:
                        yield from _answered(end, state.at, value, name)


def _holds(state: State) -> Iterator[State]:
    """`How many cubic inches of water can the glass hold?`."""
    for opened in phrase(state, "how many"):
        for (name, power), after in unit(opened):
            for verb in phrase(
                after, *(f"of {fluid} {can}" for fluid in ("water", "liquid") for can in ("can", "will"))
            ):
                for owner, held in qualified_solid(verb):
                    for end in word(held, "hold") if power == 3 else ():
                        for value, last in of_solid(end, owner, "volume"):
                            yield from _answered(last, state.at, value, name)
