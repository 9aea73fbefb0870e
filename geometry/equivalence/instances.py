"""New instances of a figure: the same conditions with other short numbers, solved, with a short exact value.

Numbers that are equal in the figure stay equal. A figure without numbers has no further instances.
"""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from geometry.answers.exact_record import ExactForm
from geometry.equivalence.perturb import Perturbed, choices, groups_by_value
from geometry.notation import syntax as s
from geometry.notation.literals import FigureLiteral, literals_of, with_literals
from geometry.notation.printer import print_figure
from geometry.report.check_figure import check_figure

TRIES_PER_INSTANCE = 12
LONGEST_EXACT = 24
"""Characters of an exact value, unless that of the figure itself is longer."""
_STEP_DEGREES = 5
_LEAST_DEGREES, _MOST_DEGREES = 15, 165


def instances(figure: s.Figure, count: int, seed: int = 0) -> Iterator[Perturbed]:
    """At most `count` figures with other numbers, no two alike and none like the figure itself.

    Fewer come if the numbers depend on each other so that hardly any others fit. They have no key: their answer is the
    target itself.
    """
    figure = figure.without_key
    literals = literals_of(figure)
    groups = groups_by_value(literals)
    longest = _longest(figure)
    known = {print_figure(figure)}
    for chosen, rng in choices(groups, seed, count * TRIES_PER_INSTANCE):
        if len(known) > count:
            return
        texts = {place: text for group in chosen for place, text in _other(literals, group, rng).items()}
        other = with_literals(figure, texts)
        if print_figure(other) in known:
            continue
        report = check_figure(other)
        if report.ok and isinstance(report.exact, ExactForm) and len(report.exact.text) <= longest:
            known.add(print_figure(other))
            yield Perturbed(other, report)


def _longest(figure: s.Figure) -> int:
    exact = check_figure(figure).exact
    return max(LONGEST_EXACT, len(exact.text)) if isinstance(exact, ExactForm) else LONGEST_EXACT


def _other(literals: tuple[FigureLiteral, ...], group: tuple[int, ...], rng: Random) -> dict[int, str]:
    """Another number of the same kind for a group of literals that are one number."""
    first = literals[group[0]]
    text = _other_angle(first, rng) if first.role == "degrees" else _other_amount(first.text, rng)
    return dict.fromkeys(group, text)


def _other_angle(literal: FigureLiteral, rng: Random) -> str:
    near = [
        angle
        for angle in range(_LEAST_DEGREES, _MOST_DEGREES + 1, _STEP_DEGREES)
        if angle != literal.value and abs(angle - literal.value) <= literal.value / 2
    ]
    return str(rng.choice(near)) if near else literal.text


def _other_amount(text: str, rng: Random) -> str:
    """A number with as many decimals, between half and twice as large."""
    decimals = len(text.partition(".")[2])
    units = int(Fraction(text) * 10**decimals)
    others = [n for n in range(max(1, (units + 1) // 2), 2 * units + 2) if n != units]
    if len(others) > 40:
        others = rng.sample(others, 40)
    chosen = rng.choice(others)
    return str(chosen) if not decimals else f"{chosen / 10**decimals:.{decimals}f}"
