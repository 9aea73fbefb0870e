"""The question: what is asked for, and in which unit.

`how many cubic inches are in the volume` asks for a volume; `how many spheres fit` for a count, which is not read here.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.sentences.comparisons import compared
from agents.language.offline_reader.sentences.cuts import circle_measure
from agents.language.offline_reader.sentences.percentages import percent_change
from agents.language.offline_reader.sentences.phrases import measure, modifiers, qualified_solid
from agents.language.offline_reader.solids.measures import of_solid
from agents.language.offline_reader.solids.places import pair_of_labels
from agents.language.offline_reader.solids.solids import past_diagram
from agents.language.offline_reader.text.algebra import Value, power_of
from agents.language.offline_reader.text.question_words import ASK
from agents.language.offline_reader.text.state import Parses, State, phrase, skip, word
from agents.language.offline_reader.text.units import POWERS, unit
from agents.language.offline_reader.text.vocabulary import ANSWER_FORMS
from agents.language.offline_reader.text.word_lists import words

_HOLD = ("can", "does", "will", "could")


def question(state: State) -> Iterator[State]:
    """A clause that asks for one quantity."""
    if state.target:
        return
    yield from _asked(state)
    yield from _extreme(state)
    yield from comparison(state)
    yield from _number_of_units(state)
    yield from _how_long(state)
    yield from _holds(state)
    yield from _blank(state)


def answered(state: State, first: int, value: Value, unit_name: str = "") -> Iterator[State]:
    """The state in which this is the target; the unit may also stand behind it."""
    for name, end in _asked_unit(state, value):
        if name and unit_name:
            continue
        if value.dimension == "bare":
            continue
        unit_told = name or unit_name or end.answer_unit
        asked = replace(end, target=value.text, target_dimension=value.dimension, answer_unit=unit_told)
        for last in (*_said_later(asked, name), asked):
            yield replace(last, question=(first, last.at - 1))


def _said_later(state: State, unit_name: str) -> Iterator[State]:
    """`the height of the cone in inches that is rolled from ...`: what is said of the solid behind the unit."""
    if unit_name and state.mentioned:
        for end in modifiers(state, state.mentioned[-1]):
            if end.at > state.at:
                yield written(end)


def _asked(state: State) -> Iterator[State]:
    for opened in phrase(state, *ASK):
        opened = skip(opened, ",")
        for unit_first, after in _unit_in_front(opened):
            for value, end in (*circle_measure(after), *_named(after)):
                if unit_first == "" or power_of(value.dimension) == 1:
                    yield from answered(end, state.at, value, unit_first)


def _named(state: State) -> Parses[Value]:
    """A measure, with a letter that may stand behind it as its name: `its radius $r$`."""
    for value, end in measure(state):
        token = end.token
        if (
            token is not None
            and token.math
            and token.letter
            and end.meaning(token.letter) in (None, (value.text, value.dimension))
        ):
            yield value, end.moved()
        yield value, end


def comparison(state: State) -> Iterator[State]:
    """`What fraction of the cube is occupied by the sphere?`, `What is the difference between ...?`."""
    for value, percent, end in (*compared(state), *percent_change(state)):
        yield from answered(replace(end, percent=percent), state.at, value)


def _extreme(state: State) -> Iterator[State]:
    """`Find the minimum value of AP + BP`, `the maximum volume of ...`."""
    for opened in phrase(state, *ASK):
        for direction, adjectives in (
            ("minimize", ("minimum", "least", "smallest", "minimal")),
            ("maximize", _GREATEST),
        ):
            for word_after in phrase(skip(opened, "the"), *adjectives):
                for start in (*phrase(word_after, "value of", "possible value of", "possible"), word_after):
                    for value, end in measure(start):
                        after = end.with_fact(state.at, f"{direction} {value.text}")
                        yield from answered(after, state.at, value)


_GREATEST = ("maximum", "greatest", "largest", "maximal")


def _unit_in_front(state: State) -> Parses[str]:
    """`what is, in inches, the length of AB`."""
    for opened in phrase(state, "in", ", in"):
        for (name, power), end in unit(opened):
            if power == 1:
                yield name, skip(end, ",")
    yield "", state


def _asked_unit(state: State, value: Value) -> Parses[str]:
    """`in cubic inches`, between commas or not, and how the answer is to be written."""
    after = past_diagram(state)
    opened = tuple(phrase(after, "in", ", in", "expressed in", "measured in", ", measured in"))
    for lead in opened:
        for (name, power), end in unit(lead):
            if POWERS[power] == value.dimension:
                yield name, written(end)
        for (name, power), end in unit(lead):
            if value.dimension in ("area", "volume") and power == 1 and name == "":
                yield name, written(end)
    yield "", written(after)


def written(state: State) -> State:
    """Past every phrase about how the answer is written."""
    for _ in range(6):
        after = next(_form(state), None)
        if after is None:
            return state
        state = after
    return state


def _form(state: State) -> Iterator[State]:
    comma = skip(state, ",")
    yield from phrase(comma, *ANSWER_FORMS)
    for opened in phrase(comma, *_ROUNDING):
        yield from _places(opened)


_ROUNDING = (
    "to",
    "correct to",
    "rounded to",
    "accurate to",
    "and round to",
    "rounding to",
    "rounding your answer to",
    "giving your answer to",
    "giving your answer correct to",
    "and round your answer to",
    "round to",
)


def _places(state: State) -> Iterator[State]:
    """`the nearest tenth`, `two decimal places`, `3 significant figures`."""
    for nearest in phrase(state, "the nearest", "nearest"):
        token = nearest.token
        if token is not None:
            yield skip(nearest.moved(), "number", "meter", "inch", "cm", "unit", "degree", "centimeter")
    token = state.token
    if token is not None and (token.number or token.word):
        yield from phrase(state.moved(), "decimal places", "decimal place", "significant figures", "decimals")


def _number_of_units(state: State) -> Iterator[State]:
    """`the number of cubic inches in the volume of ...`, `how many square feet are in the area of ...`."""
    heads = (
        "what is the number of",
        "find the number of",
        "how many",
        "determine the number of",
        "compute the number of",
    )
    for opened in phrase(state, *heads, "what is the minimum number of"):
        for (name, power), after in unit(opened):
            for inside in phrase(after, "in", "are in", "are there in", "is", "does"):
                for value, end in measure(inside):
                    if POWERS[power] == value.dimension:
                        yield from answered(end, state.at, value, name)


def _how_long(state: State) -> Iterator[State]:
    """`How tall is the cone?`, `How long is AB?`, `How many inches tall is the can?`."""
    for extent, name, after in _how(state):
        key = {"tall": "height", "high": "height", "deep": "height", "wide": "width", "long": "length"}[extent]
        for verb in word(after, "is", "are", "was"):
            if key == "length":
                for (a, b), end in pair_of_labels(verb):
                    yield from answered(end, state.at, Value(f"{a}{b}", "length"), name)
            for owner, end in qualified_solid(verb):
                for value, last in of_solid(end, owner, key):
                    yield from answered(last, state.at, value, name)


def _how(state: State) -> Iterator[tuple[str, str, State]]:
    for opened in phrase(state, "how"):
        for extent in ("tall", "high", "deep", "wide", "long"):
            for after in word(opened, extent):
                yield extent, "", after
    for opened in phrase(state, "how many"):
        for (name, power), after in unit(opened):
            for extent in ("tall", "high", "deep", "wide", "long"):
                for end in word(after, extent):
                    if power == 1:
                        yield extent, name, end


def _holds(state: State) -> Iterator[State]:
    """`How many cubic inches of water can the glass hold?`."""
    for opened in phrase(state, "how many"):
        for (name, power), after in unit(opened):
            for of in word(after, "of"):
                token = of.token
                if token is None or token.word not in _LIQUIDS or power != 3:
                    continue
                for verb in word(of.moved(), *_HOLD):
                    for owner, held in qualified_solid(verb):
                        for end in phrase(held, "hold", "contain", "hold when full"):
                            for value, last in of_solid(end, owner, "volume"):
                                yield from answered(last, state.at, value, name)


_LIQUIDS = words("water liquid juice milk sand oil fluid soup paint fuel grain concrete ice lemonade coffee tea")


def _blank(state: State) -> Iterator[State]:
    """`The volume of the cone is` at the very end, as multiple-choice questions have it."""
    for value, after in measure(state):
        for verb in phrase(after, "is", "is equal to", "equals", "is :", "= ?", "is ?"):
            if verb.at >= verb.end:
                yield from answered(verb, state.at, value)
