"""Verbatim passages of the statement, and each stated condition with its lines and its role.

A passage is never reworded; it only grows to whole LaTeX.
"""

import re
from collections.abc import Iterator

from agents.language.offline_reader.text.state import Fact, State
from agents.records import Passage, StatedCondition
from geometry.notation import syntax as s
from geometry.notation.printer import print_condition, print_expr, print_figure

_LABEL = re.compile(r"[A-Z]\d*'*")
_MACRO_BEFORE = re.compile(r"\\[A-Za-z]+\{$")
_NAME = re.compile(r"\b(?:k\d*|cut)\b")


def passage_at(state: State, statement: str, first: int, last: int) -> Passage:
    """The words from one token to another, verbatim."""
    start, end = _balanced(statement, state.tokens[first].start, state.tokens[last].end)
    return Passage(text=statement[start:end], start=start, end=end)


def _balanced(statement: str, start: int, end: int) -> tuple[int, int]:
    """A passage with the braces and the dollar beside it, so that its mathematics stays whole."""
    start, end = _with_braces(statement, start, end)
    inside = statement.count("$", start, end)
    before, after = statement[start - 1 : start] == "$", statement[end : end + 1] == "$"
    if inside % 2 == 0:
        return (start - 1, end + 1) if before and after else (start, end)
    if after:
        return start, end + 1
    return (start - 1, end) if before else (start, end)


def _with_braces(statement: str, start: int, end: int) -> tuple[int, int]:
    """`AB` inside `\\overline{AB}` with its macro, at either end of the passage."""
    while statement.count("{", start, end) > statement.count("}", start, end) and statement[end : end + 1] == "}":
        end += 1
    macro = _MACRO_BEFORE.search(statement, 0, start)
    missing = statement.count("}", start, end) - statement.count("{", start, end)
    if macro is not None and missing > 0:
        return macro.start(), end
    if macro is not None and missing == 0 and statement[end : end + 1] == "}":
        return macro.start(), end + 1
    return start, end


def stated_conditions(
    state: State, statement: str, facts: tuple[Fact, ...], figure: s.Figure, main: s.SolidDecl
) -> tuple[StatedCondition, ...]:
    """One condition per passage, in the order of the statement."""
    canonical = iter(_canonical(figure))
    grouped: dict[tuple[int, int], list[str]] = {}
    for fact in facts:
        for _ in fact.lines:
            grouped.setdefault((fact.first, fact.last), []).append(next(canonical))
    made = []
    for (first, last), lines in sorted(grouped.items()):
        place = passage_at(state, statement, first, last)
        role = "primary" if all(_is_primary(line, main) for line in lines) else "auxiliary"
        made.append(StatedCondition(text=place.text, start=place.start, end=place.end, role=role, lines=tuple(lines)))
    return tuple(made)


def _canonical(figure: s.Figure) -> Iterator[str]:
    """The lines of the figure in canonical spelling, in the order of the facts."""
    text = print_figure(figure).splitlines()
    yield from text[: len(figure.declarations)]
    yield from (f"given {print_condition(condition)}" for condition in figure.givens)
    yield from (f"{extremum.direction} {print_expr(extremum.quantity)}" for extremum in figure.extrema)


def _is_primary(line: str, main: s.SolidDecl) -> bool:
    """Whether a line is only about the main solid's own vertices, name and measures."""
    names = {name for name in _NAME.findall(line) if name != main.name}
    return not names and set(_LABEL.findall(line)) <= set(main.labels)
