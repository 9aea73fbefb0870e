"""Figures with other numbers. What holds only for the numbers of one statement does not survive such a change.

Numbers that are one number of a statement are a group and change together. Exponents, indices of roots and zeros belong
to the kind of a condition and never change.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from geometry.notation import syntax as s
from geometry.notation.literals import FigureLiteral, literals_of, with_literals
from geometry.report.check_figure import check_figure
from geometry.report.figure_report import FigureReport

LEAST_CHANGE = 0.03
MOST_CHANGE = 0.15
"""Relative change of a number: enough to tell two formulas apart, little enough to keep most figures possible."""
TRIES = 12

Group = tuple[int, ...]
"""Places of the literals that are one number."""


@dataclass(frozen=True)
class Perturbed:
    """A figure with other numbers, and what the kernel found about it."""

    figure: s.Figure
    report: FigureReport


def perturbed(figure: s.Figure, seed: int = 0, tries: int = TRIES) -> Perturbed | None:
    """The figure with other numbers, solved and with one value of its target; None if no try has one.

    The first try changes every number; later ones fewer, because the numbers of some figures depend on each other.
    """
    groups = groups_by_value(literals_of(figure))
    for chosen, rng in choices(groups, seed, tries):
        other = with_literals(figure, other_texts(literals_of(figure), chosen, rng))
        report = check_figure(other)
        if report.ok:
            return Perturbed(other, report)
    return None


def groups_by_value(literals: Sequence[FigureLiteral]) -> tuple[Group, ...]:
    """Literals that may change, those of equal value and role together."""
    groups: dict[tuple[float, str], list[int]] = {}
    for literal in literals:
        if literal.role != "structure" and literal.value:
            groups.setdefault((literal.value, literal.role), []).append(literal.place)
    return tuple(map(tuple, groups.values()))


def choices(groups: Sequence[Group], seed: int, tries: int) -> Iterator[tuple[tuple[Group, ...], Random]]:
    """Which groups change in each try: all, then each alone and random halves in turn; none at all if there is none."""
    rng = Random(seed)
    for k in range(tries if groups else 0):
        if k % 3 == 0:
            chosen = tuple(groups)
        elif k % 3 == 1:
            chosen = (groups[k // 3 % len(groups)],)
        else:
            chosen = tuple(group for group in groups if rng.random() < 0.5) or (rng.choice(groups),)
        yield chosen, rng


def other_texts(literals: Sequence[FigureLiteral], groups: Sequence[Group], rng: Random) -> dict[int, str]:
    """Other spellings for the literals of the groups; one factor for each group."""
    texts: dict[int, str] = {}
    for group in groups:
        factor = change(rng)
        texts |= scaled_texts(literals, dict.fromkeys(group, factor))
    return texts


def scaled_texts(literals: Sequence[FigureLiteral], factors: Mapping[int, float]) -> dict[int, str]:
    """Each literal at a place times its factor, as a decimal."""
    return {place: f"{literals[place].value * factor:.9f}" for place, factor in factors.items()}


def change(rng: Random) -> float:
    """A factor close to 1, but not too close."""
    size = rng.uniform(LEAST_CHANGE, MOST_CHANGE)
    return 1.0 + size if rng.random() < 0.5 else 1.0 / (1.0 + size)
