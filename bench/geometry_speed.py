"""How right and how fast the kernel is on the truth table, beside a plain nsolve solution of the same figures.

A kernel time is parsing, solving, verifying and measuring one figure, after one warm-up. A baseline time is
writing the equations down, nsolve and the target of a parsed figure; nothing is verified. Figures that the baseline
does not cover are counted but not called wrong, and times are compared on the figures that both got right.
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from bench.nsolve.baseline import NoRootError, nsolve_target
from bench.nsolve.formulas import NotCoveredError
from bench.truth_table import TruthCase, answer_value
from geometry.notation.resolve import parse_figure
from geometry.record import Record
from geometry.report.check_figure import check_figure

RIGHT_RELATIVE = 1e-8
"""A value is right within this share of the answer (of one, for answers below one): ten times the kernel's own
tolerance on the conditions, and far below any other closed form one might confuse the answer with."""

SLOWEST = 5

Measured = float | Literal["not_measured"]


class GeometryBench(Record):
    """The outcome of a run over truth cases; times in milliseconds with two decimals."""

    cases: int
    """Figures given to the kernel."""
    wrong: int
    """Figures it rejected, could not solve or measured differently from the proved answer."""
    median_ms: float
    """Median time of the kernel over all cases."""
    p99_ms: float
    """99th percentile of the same, interpolated linearly."""
    baseline_right: int
    """Figures whose proved answer nsolve found."""
    baseline_wrong: int
    """Figures for which nsolve found another value or no root."""
    baseline_not_covered: int
    """Figures for which the baseline has no equations; neither right nor wrong."""
    baseline_median_ms: Measured
    """Median time of the baseline over the figures that both got right."""
    same_cases_median_ms: Measured
    """Median time of the kernel over the same figures."""
    speedup: Measured
    """baseline_median_ms / same_cases_median_ms."""
    slowest: tuple[tuple[str, float], ...]
    """The kernel's slowest cases, slowest first."""
    wrong_names: tuple[str, ...]
    """The cases counted in `wrong`."""


@dataclass(frozen=True)
class _Outcome:
    """How one case went; the time of a case that is not covered is zero."""

    name: str
    milliseconds: float
    verdict: Literal["right", "wrong", "not_covered"]


def run_bench(
    cases: Sequence[TruthCase], progress: Callable[[int, int], None], baseline: bool = True, seed: int = 0
) -> GeometryBench:
    """Runs every case once by the kernel, then once by nsolve; `progress(done, total)` counts both passes."""
    if not cases:
        raise ValueError("there are no cases to run")
    answered = [(case, answer_value(case)) for case in cases]
    total = len(cases) * (2 if baseline else 1)
    _by_kernel(*answered[0], seed)
    kernel: list[_Outcome] = []
    plain: list[_Outcome] = []
    for done, (case, answer) in enumerate(answered, start=1):
        kernel.append(_by_kernel(case, answer, seed))
        progress(done, total)
    for done, (case, answer) in enumerate(answered if baseline else (), start=len(cases) + 1):
        if all(outcome.verdict == "not_covered" for outcome in plain):
            _by_nsolve(case, answer, seed)  # sympy loads much of itself late
        plain.append(_by_nsolve(case, answer, seed))
        progress(done, total)
    return _summary(kernel, plain)


def _is_right(value: float | str, answer: float) -> bool:
    return not isinstance(value, str) and abs(value - answer) <= RIGHT_RELATIVE * max(1.0, abs(answer))


def _by_kernel(case: TruthCase, answer: float, seed: int) -> _Outcome:
    start = time.perf_counter()
    try:
        report = check_figure(parse_figure(case.figure), seed)
    except ValueError:
        # A figure that the kernel cannot read or measure is a wrong answer, not the end of the run.
        return _Outcome(case.name, 1000 * (time.perf_counter() - start), "wrong")
    milliseconds = 1000 * (time.perf_counter() - start)
    right = report.ok and _is_right(report.value, answer)
    return _Outcome(case.name, milliseconds, "right" if right else "wrong")


def _by_nsolve(case: TruthCase, answer: float, seed: int) -> _Outcome:
    try:
        figure = parse_figure(case.figure)
    except ValueError:
        return _Outcome(case.name, 0.0, "not_covered")
    start = time.perf_counter()
    try:
        right = _is_right(nsolve_target(figure, seed), answer)
    except NotCoveredError:
        return _Outcome(case.name, 0.0, "not_covered")
    except NoRootError:
        right = False
    return _Outcome(case.name, 1000 * (time.perf_counter() - start), "right" if right else "wrong")


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which `share` of `values` lie, interpolated linearly between neighbours."""
    return float(np.quantile(values, share))


def _summary(kernel: Sequence[_Outcome], plain: Sequence[_Outcome]) -> GeometryBench:
    times = [outcome.milliseconds for outcome in kernel]
    wrong = tuple(outcome.name for outcome in kernel if outcome.verdict == "wrong")
    slowest = sorted(kernel, key=lambda outcome: -outcome.milliseconds)[:SLOWEST]
    verdicts = Counter(outcome.verdict for outcome in plain)
    plain_ms, same_ms, speedup = _compared(kernel, plain)
    return GeometryBench(
        cases=len(kernel),
        wrong=len(wrong),
        median_ms=round(quantile(times, 0.5), 2),
        p99_ms=round(quantile(times, 0.99), 2),
        baseline_right=verdicts["right"],
        baseline_wrong=verdicts["wrong"],
        baseline_not_covered=verdicts["not_covered"],
        baseline_median_ms=plain_ms,
        same_cases_median_ms=same_ms,
        speedup=speedup,
        slowest=tuple((outcome.name, round(outcome.milliseconds, 2)) for outcome in slowest),
        wrong_names=wrong,
    )


def _compared(kernel: Sequence[_Outcome], plain: Sequence[_Outcome]) -> tuple[Measured, Measured, Measured]:
    """Medians of the baseline and of the kernel on the cases that both got right, and their ratio."""
    pairs = zip(kernel, plain, strict=bool(plain))
    both = [(ours, other) for ours, other in pairs if ours.verdict == other.verdict == "right"]
    if not both:
        return "not_measured", "not_measured", "not_measured"
    same_ms = quantile([ours.milliseconds for ours, _ in both], 0.5)
    plain_ms = quantile([other.milliseconds for _, other in both], 0.5)
    return round(plain_ms, 2), round(same_ms, 2), round(plain_ms / same_ms, 2)


def format_bench(bench: GeometryBench) -> str:
    """A short table for people."""
    lines = [
        f"cases    {bench.cases:6d}",
        f"wrong    {bench.wrong:6d}  {', '.join(bench.wrong_names)}".rstrip(),
        f"median   {bench.median_ms:9.2f} ms",
        f"p99      {bench.p99_ms:9.2f} ms",
    ]
    if bench.baseline_right + bench.baseline_wrong + bench.baseline_not_covered == 0:
        lines.append("nsolve   not measured")
    else:
        verdicts = f"right, {bench.baseline_wrong} wrong, {bench.baseline_not_covered} not covered"
        lines.append(f"nsolve   {bench.baseline_right:6d}  {verdicts}")
    if bench.baseline_median_ms != "not_measured":
        lines += [
            f"  median {bench.baseline_median_ms:9.2f} ms on the cases that both got right",
            f"  kernel {bench.same_cases_median_ms:9.2f} ms on the same cases: {bench.speedup} times as fast",
        ]
    lines += ["slowest", *(f"  {ms:14.2f} ms  {name}" for name, ms in bench.slowest)]
    return "\n".join(lines)
