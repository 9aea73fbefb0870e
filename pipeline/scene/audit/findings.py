"""Findings of an audit, and their conversion to checks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from geometry.checks import Check

MOST_FINDINGS = 8
"""Findings reported per check; one more gives the number of the rest, since a long list does not help a repair."""


@dataclass(frozen=True)
class Finding:
    """One fault: where it is, a sentence that says what to do, and the measured and tolerated deviation."""

    about: str
    sentence: str
    measured: tuple[float, float]


def checks_of(name: str, findings: Sequence[Finding], passed: tuple[float, float]) -> list[Check]:
    """One passed check if nothing was found, else one failed check per finding."""
    if not findings:
        measured, tolerance = passed
        sentence = f"{name[0].upper()}{name[1:]}."
        return [Check(name=name, status="passed", measured=measured, tolerance=tolerance, sentence=sentence)]
    reported = [_failed(name, finding) for finding in findings[:MOST_FINDINGS]]
    left = len(findings) - len(reported)
    if left:
        rest = Finding("more", f"There are {left} more findings of this sort.", (float(left), 0.0))
        reported.append(_failed(name, rest))
    return reported


def not_judged(name: str, reason: str) -> Check:
    sentence = f"Whether {name} was not looked at: {reason}."
    return Check(name=name, status="not_judged", measured=float("inf"), tolerance=0.0, sentence=sentence)


def _failed(name: str, finding: Finding) -> Check:
    measured, tolerance = finding.measured
    title = f"{name}: {finding.about}"
    return Check(name=title, status="failed", measured=measured, tolerance=tolerance, sentence=finding.sentence)


def shown(place: Iterable[float]) -> str:
    """A position as an LLM can paste it."""
    return f"({', '.join(f'{round(float(c), 6) + 0.0:.6g}' for c in place)})"


def shown_m(length: float) -> str:
    """A length in metres with the digits that matter."""
    return f"{length:.3g} m"
