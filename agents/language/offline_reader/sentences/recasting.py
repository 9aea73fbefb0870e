"""Matter that changes its form and keeps its volume: `is melted and recast into a cone`, `into 8 identical balls`."""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.text.algebra import number
from agents.language.offline_reader.text.state import Rule, State, phrase, skip

_RECAST = tuple(
    f"is {verb}"
    for verb in (
        "melted and recast into",
        "melted and recast as",
        "melted down and recast into",
        "melted and formed into",
        "melted and made into",
        "melted down to form",
        "melted to form",
        "reshaped into",
        "remolded into",
        "molded into",
        "recast into",
        "melted and reshaped into",
    )
)
_ALIKE = ("identical", "congruent", "equal")
_SIZE = ("small", "smaller")
_PLURALS = {"spheres": "sphere", "balls": "sphere", "cubes": "cube", "cones": "cone", "cylinders": "cylinder"}


def recast(state: State, name: str, solid_rule: Rule[str]) -> Iterator[State]:
    """Behind a solid: what its matter becomes."""
    for after in phrase(state, *_RECAST):
        for other, end in solid_rule(after):
            if other != name and len(end.solids) > len(state.solids):
                yield end.with_fact(state.at, f"given volume({other}) = volume({name})")
        for count, counted in number(after):
            yield from _several(counted, state, (name, count), solid_rule)
    if state.solid(name).kind == "cube":
        for after in phrase(state, "is cut into", "is divided into", "is sliced into"):
            for count, counted in number(after):
                for end in _several(counted, state, (name, count), solid_rule):
                    if end.solids[-1].kind == "cube":
                        yield end


def _several(state: State, before: State, whole: tuple[str, str], solid_rule: Rule[str]) -> Iterator[State]:
    """`8 identical spheres of radius 2`: one of them stands for all, since they are alike."""
    name, count = whole
    alike = False
    for _ in range(3):
        alike = alike or next(phrase(state, *_ALIKE), None) is not None
        state = skip(state, *_ALIKE, *_SIZE)
    token = state.token
    if token is None or token.word not in _PLURALS or not alike:
        return
    for other, end in solid_rule(state):
        if other != name and len(end.solids) > len(before.solids):
            made = end.solid(other)
            end = end.with_solid(replace(made, marks=made.marks | {"each", "smaller"}))
            yield end.with_fact(before.at, f"given volume({name}) = ({count})*volume({other})")
