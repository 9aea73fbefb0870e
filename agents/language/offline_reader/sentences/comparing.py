"""Small parts of quantities in words: factors, proportions, other names, and measures before and after a change."""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.solids.measures import measure_noun, of_solid
from agents.language.offline_reader.text.algebra import Value, number
from agents.language.offline_reader.text.state import Parses, State, phrase, sign, word

_TIMES = {"twice": "2", "double": "2", "half": "1/2", "triple": "3", "thrice": "3"}

DOWN = tuple(
    f"from {its} {apex} to {end}"
    for its in ("its", "the")
    for apex in ("apex", "peak", "vertex", "top")
    for end in (
        "the center of the base",
        "the center of its base",
        "the center of its square base",
        "the base",
        "its base",
    )
)
"""What may follow the height of a right solid without saying more than `height`."""


def factors(state: State) -> Parses[str]:
    """`twice`, `half`, `3 times`, `two thirds of`, `25% of`."""
    for name, factor in _TIMES.items():
        for after in word(state, name):
            for end in (*word(after, "of"), after):
                yield f"({factor})", end
    for text, after in number(state):
        for end in phrase(after, "times", "of"):
            yield f"({text})", end
        for end in phrase(after, "% of", "percent of"):
            yield f"({text}/100)", end


def proportion(state: State) -> Parses[Value]:
    """`3 to 1`, `2 : 3`."""
    for one, after in number(state):
        for colon in (*word(after, "to"), *sign(after, ":")):
            for two, end in number(colon):
                yield Value(f"({one})/({two})", "number"), end


def named_in_brackets(state: State, value: Value) -> State:
    """Past `(r)` or `(AB)` behind a measure: another name for it; labels only where they are used nowhere else."""
    for opened in sign(state, "("):
        token = opened.token
        for closed in sign(opened.moved(), ")") if token is not None else ():
            if token is not None and token.letter and state.meaning(token.letter) is None:
                return replace(closed, meanings=(*closed.meanings, (token.letter, value.text, value.dimension)))
            if (
                token is not None
                and token.groups
                and sum(set(token.labels) <= set(t.labels) for t in state.tokens) == 1
            ):
                return closed
    return state


def before_or_after(state: State) -> Iterator[tuple[Value, str, str, State]]:
    """`its original volume`, `the new volume`, `its volume now`: a measure before or after a change."""
    old, new = state.change
    if not old:
        return
    for opened in word(state, "its", "the"):
        for name, words in ((old, ("original", "old", "initial")), (new, ("new", "resulting", "final"))):
            for chosen in word(opened, *words):
                for key, after in measure_noun(chosen):
                    yield from ((v, key, name, end) for v, end in of_solid(after, name, key))
        for key, after in measure_noun(opened):
            for now in word(after, "now"):
                yield from ((v, key, new, end) for v, end in of_solid(now, new, key))
