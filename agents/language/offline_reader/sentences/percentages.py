"""How much a measure changed, in per cent: `What is the percent increase in the volume?`.

Only asked after a change of a solid was read; a change that is neither called an increase nor a decrease is not read,
for its sign would be a guess.
"""

from collections.abc import Iterator

from agents.language.offline_reader.solids.measures import measure_noun, of_solid
from agents.language.offline_reader.text.algebra import Value
from agents.language.offline_reader.text.question_words import ASK
from agents.language.offline_reader.text.state import Parses, State, phrase, skip, word

Change = Iterator[tuple[Value, bool, State]]


def percent_change(state: State) -> Change:
    """`What is the percent increase in the volume?`, after a change of the solid."""
    old, new = state.change
    if not old:
        return
    yield from _by_what_percent(state)
    for opened in phrase(state, *ASK):
        for kind, after in _percent_words(skip(opened, "the")):
            for inside in word(after, "in", "of"):
                for key, noun in measure_noun(skip(inside, "the", "its")):
                    for end in (*_of_any(noun, old), noun):
                        (before, _), (now, _) = next(of_solid(end, old, key)), next(of_solid(end, new, key))
                        yield _changed(kind, (before.text, now.text)), True, end


def _by_what_percent(state: State) -> Change:
    """`By what percent does its volume increase?`."""
    old, new = state.change
    for opened in phrase(state, "by what percent", "by what percentage", "by how many percent"):
        for verb in word(opened, "does", "is", "will", "do"):
            for key, noun in measure_noun(skip(verb, "the", "its")):
                for end in (*_of_any(noun, old), noun):
                    for kind, last in _grows(end):
                        (before, _), (now, _) = next(of_solid(last, old, key)), next(of_solid(last, new, key))
                        yield _changed(kind, (before.text, now.text)), True, last


def _grows(state: State) -> Parses[str]:
    for end in phrase(state, "increase", "increased"):
        yield "+", end
    for end in phrase(state, "decrease", "decreased"):
        yield "-", end


def _percent_words(state: State) -> Parses[str]:
    for value, noun in (("+", "increase"), ("-", "decrease"), ("|", "change")):
        for end in phrase(state, f"percent {noun}", f"percentage {noun}"):
            if value != "|":
                yield value, end
        for end in phrase(state, f"absolute value of the percent {noun}"):
            yield "|", end


def _of_any(state: State, name: str) -> Iterator[State]:
    """`of the prism`, for the solid that changed: before or after does not matter here."""
    for of in phrase(state, "of the", "of this"):
        token = of.token
        if token is not None and token.word in state.solid(name).nouns:
            yield of.moved()


def _changed(kind: str, pair: tuple[str, str]) -> Value:
    before, now = pair
    text = {"+": f"({now} - {before}) / {before}", "-": f"({before} - {now}) / {before}"}
    text |= {"|": f"abs({now} - {before}) / {before}"}
    return Value(text[kind], "number")
