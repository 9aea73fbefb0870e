"""How right and how fast the kernel is on the truth table, beside a plain nsolve solution of the same figures.

A kernel time is parsing, solving, verifying and measuring one figure, after one warm-up. A baseline time is
writing the equations down, nsolve and the target (see nsolve_baseline for what favours it). Figures that the
baseline cannot write down are left out of its numbers, and the two are compared on the same cases only.
"""

import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from bench.nsolve.baseline import BaselineRun, run_baseline
from bench.truth_table import TruthCase, answer_value
from geometry.notation import syntax as s
from geometry.notation.resolve import parse_figure
from geometry.record import Record
from geometry.report.check_figure import check_figure
from geometry.report.figure_report import FigureReport

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
    """Figures it refused, could not settle or measured differently from the proved answer."""
    median_ms: float
    """Median time of the kernel over all cases."""
    p99_ms: float
    """99th percentile of the same, interpolated linearly."""
    baseline_cases: int
    """Figures that could be written down as equations for nsolve."""
    baseline_wrong: int
    """Of those, the ones nsolve missed, got wrong or did not finish within its limit."""
    baseline_median_ms: Measured
    """Median time of the baseline over its cases."""
    same_cases_median_ms: Measured
    """Median time of the kernel over exactly the baseline's cases."""
    speedup: Measured
    """baseline_median_ms / same_cases_median_ms."""
    slowest: tuple[tuple[str, float], ...]
    """The kernel's slowest cases, slowest first."""
    wrong_names: tuple[str, ...]
    """The cases counted in `wrong`."""


@dataclass(frozen=True)
class _Outcome:
    case: TruthCase
    milliseconds: float
    right: bool
    solved: tuple[s.Figure, FigureReport] | Literal["failed"]


def run_bench(
    cases: Sequence[TruthCase], progress: Callable[[int, int], None], baseline: bool = True, seed: int = 0
) -> GeometryBench:
    """Runs every case once by the kernel, then once by nsolve; `progress(done, total)` counts both passes."""
    if not cases:
        raise ValueError("there are no cases to run")
    answers = {case.name: answer_value(case) for case in cases}
    total = len(cases) * (2 if baseline else 1)
    _by_kernel(cases[0], answers, seed)
    kernel = []
    for done, case in enumerate(cases, start=1):
        kernel.append(_by_kernel(case, answers, seed))
        progress(done, total)
    runs: dict[str, BaselineRun] = {}
    for done, outcome in enumerate(kernel if baseline else (), start=len(cases) + 1):
        if outcome.solved != "failed":
            figure, report = outcome.solved
            runs |= _by_nsolve(outcome.case, figure, report, seed, warm=bool(runs))
        progress(done, total)
    return _summary(kernel, runs, answers)


def _is_right(value: float | Literal["none"], answer: float) -> bool:
    return value != "none" and abs(value - answer) <= RIGHT_RELATIVE * max(1.0, abs(answer))


def _by_kernel(case: TruthCase, answers: dict[str, float], seed: int) -> _Outcome:
    start = time.perf_counter()
    try:
        figure = parse_figure(case.figure)
        report = check_figure(figure, seed)
    except ValueError:
        # A figure that the kernel refuses to read or measure is a wrong answer, not the end of the run.
        return _Outcome(case, 1000 * (time.perf_counter() - start), False, "failed")
    milliseconds = 1000 * (time.perf_counter() - start)
    right = report.ok and _is_right(report.value, answers[case.name])
    return _Outcome(case, milliseconds, right, (figure, report) if report.ok else "failed")


def _by_nsolve(
    case: TruthCase, figure: s.Figure, report: FigureReport, seed: int, warm: bool
) -> dict[str, BaselineRun]:
    """The case's run under its name, or nothing when it has no equations; the first one is run twice to warm up."""
    if report.coordinates == "none":
        return {}
    # Each case has its own start, whatever the selection and order of the cases.
    own_seed = zlib.crc32(f"{seed} {case.name}".encode())
    run = run_baseline(figure, report.coordinates, report.freedom, own_seed)
    if run.formulated and not warm:
        run = run_baseline(figure, report.coordinates, report.freedom, own_seed)
    return {case.name: run} if run.formulated else {}


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which `share` of `values` lie, interpolated linearly between neighbours."""
    return float(np.quantile(values, share))


def _summary(kernel: Sequence[_Outcome], runs: dict[str, BaselineRun], answers: dict[str, float]) -> GeometryBench:
    times = {outcome.case.name: outcome.milliseconds for outcome in kernel}
    wrong = tuple(outcome.case.name for outcome in kernel if not outcome.right)
    slowest = sorted(times.items(), key=lambda item: -item[1])[:SLOWEST]
    plain, same, speedup = _compared(runs, times)
    return GeometryBench(
        cases=len(kernel),
        wrong=len(wrong),
        median_ms=round(quantile(list(times.values()), 0.5), 2),
        p99_ms=round(quantile(list(times.values()), 0.99), 2),
        baseline_cases=len(runs),
        baseline_wrong=sum(not _is_right(run.value, answers[name]) for name, run in runs.items()),
        baseline_median_ms=plain,
        same_cases_median_ms=same,
        speedup=speedup,
        slowest=tuple((name, round(ms, 2)) for name, ms in slowest),
        wrong_names=wrong,
    )


def _compared(runs: dict[str, BaselineRun], times: dict[str, float]) -> tuple[Measured, Measured, Measured]:
    """Medians of the baseline and of the kernel on the baseline's cases, and their ratio."""
    if not runs:
        return "not_measured", "not_measured", "not_measured"
    plain = quantile([run.milliseconds for run in runs.values()], 0.5)
    same = quantile([times[name] for name in runs], 0.5)
    return round(plain, 2), round(same, 2), round(plain / same, 2)


def format_bench(bench: GeometryBench) -> str:
    """A short table for people."""
    lines = [
        f"cases    {bench.cases:6d}",
        f"wrong    {bench.wrong:6d}  {', '.join(bench.wrong_names)}".rstrip(),
        f"median   {bench.median_ms:9.2f} ms",
        f"p99      {bench.p99_ms:9.2f} ms",
    ]
    if bench.baseline_median_ms == "not_measured":
        lines.append("nsolve   not measured")
    else:
        lines += [
            f"nsolve   {bench.baseline_cases:6d}  cases it can express, {bench.baseline_wrong} wrong",
            f"  median {bench.baseline_median_ms:9.2f} ms",
            f"  kernel {bench.same_cases_median_ms:9.2f} ms on the same cases: {bench.speedup} times as fast",
        ]
    lines += ["slowest", *(f"  {ms:14.2f} ms  {name}" for name, ms in bench.slowest)]
    return "\n".join(lines)
