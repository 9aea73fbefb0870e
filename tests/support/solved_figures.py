"""Figures of the truth table with one solution each, solved once per test run and shared by the scene tests."""

from functools import lru_cache

from bench.truth_table import load_truth_table
from geometry.notation import syntax as s
from geometry.notation.resolve import parse_figure
from geometry.report.check_figure import check_figure
from geometry.shapes.coordinates import Coordinates

EVERY = 9
"""One case in so many is taken, beside all composites and the first two of every kind."""


@lru_cache(maxsize=1)
def chosen_cases() -> dict[str, str]:
    """Names and texts of a spread of truth cases."""
    seen: dict[str, int] = {}
    chosen: dict[str, str] = {}
    for number, case in enumerate(load_truth_table()):
        seen[case.kind] = seen.get(case.kind, 0) + 1
        if number % EVERY == 0 or seen[case.kind] <= 2 or "solid composite" in case.figure:
            chosen[case.name] = case.figure
    return chosen


@lru_cache(maxsize=256)
def solved(text: str) -> tuple[s.Figure, Coordinates]:
    """The figure and its coordinates."""
    figure = parse_figure(text)
    report = check_figure(figure)
    assert report.coordinates != "none", report.reason
    return figure, report.coordinates
