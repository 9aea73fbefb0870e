"""Sets a measure equal to the value in the statement.

A bare number takes the dimension of the measure. A new letter becomes a name of the measure and adds no condition.
"""

from dataclasses import replace

from agents.language.offline_reader.text.algebra import Value, power_of
from agents.language.offline_reader.text.state import State
from agents.language.offline_reader.text.units import BARE, marked


def fits(value: Value, like: Value) -> bool:
    """Whether the two can be set equal; a bare number fits any measure but an angle."""
    return value.dimension == like.dimension or (value.dimension == "bare" and like.dimension != "angle")


def as_like(value: Value, like: Value) -> str:
    """The text of a value with the dimension of `like`; a bare length, area or volume is marked as without unit."""
    power = power_of(like.dimension)
    return marked(value.text, BARE, power) if value.dimension == "bare" and power else value.text


def equate(state: State, first: int, like: Value, value: Value) -> State:
    """The state in which the two are equal; a new letter only gets a meaning."""
    if value.letter:
        return replace(state, meanings=(*state.meanings, (value.letter, like.text, like.dimension)))
    return state.with_fact(first, f"given {like.text} = {as_like(value, like)}")


def equate_all(state: State, first: int, values: tuple[Value, ...], amounts: tuple[Value, ...]) -> State:
    """The state in which each measure equals its amount."""
    for value, amount in zip(values, amounts, strict=True):
        state = equate(state, first, value, amount)
    return state
