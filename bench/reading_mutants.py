"""How surely a wrong reading is found: figures of the truth table, each changed in one place and compared with itself.

Each mutant has one number, label, predicate, kind or the target changed. A mutant that the comparison does not find is
judged by another way than the one that failed to find it: both figures are solved anew under other numbers, and all
distances between their points are compared. Equal distances and targets mean that the change changed nothing.
"""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random

import numpy as np

from bench.truth_table import TruthCase
from geometry.equivalence.compare import compare
from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.notation.figure_errors import FigureError
from geometry.notation.literals import literals_of, with_literals
from geometry.notation.printer import print_figure
from geometry.notation.resolve import parse_figure
from geometry.record import Record
from geometry.report.check_figure import measure_target, measured_figure

SAME_RELATIVE = 1e-6
TRIALS = 3
"""Changes of numbers under which an unfound mutant is compared with its original."""

_PREDICATES = {
    "perp": "parallel",
    "parallel": "perp",
    "square": "rhombus",
    "rectangle": "parallelogram",
    "equilateral": "isosceles",
    "isosceles": "equilateral",
    "inscribed": "circumscribed",
    "circumscribed": "inscribed",
    "midpoint": "reflect",
    "centroid": "circumcenter",
    "circumcenter": "centroid",
}
_KINDS = {
    "solid cube": "solid cuboid",
    "solid cuboid": "solid right parallelepiped",
    "solid regular": "solid right",
    "solid cylinder": "solid cone",
    "solid cone ": "solid cylinder ",
    "solid sphere": "solid hemisphere",
    "solid hemisphere": "solid sphere",
}
_TARGETS = {
    "volume": "surface_area",
    "surface_area": "lateral_area",
    "lateral_area": "surface_area",
    "base_area": "surface_area",
    "radius": "diameter",
    "diameter": "radius",
    "height": "slant",
    "circumradius": "inradius",
    "inradius": "circumradius",
    "sin": "cos",
    "cos": "sin",
    "tan": "sin",
}


class ReadingBench(Record):
    """What became of the mutants."""

    mutants: int
    """Changed figures that are still figures of the notation."""
    found: int
    """Mutants that the comparison called different, or that have no solution of their own."""
    equivalent: int
    """Mutants that were not found and mean the same."""
    missed: int
    """Mutants that were not found and mean something else."""
    found_share: float
    """found / (found + missed)."""
    originals_apart: int
    """Figures that the comparison called different from themselves; must be 0."""
    median_s: float
    p99_s: float
    """Seconds of one comparison."""
    missed_names: tuple[str, ...]


def run_bench(cases: Sequence[TruthCase], progress: Callable[[int, int], None], seed: int = 0) -> ReadingBench:
    """Mutate every figure once in each way that it offers."""
    counts = {"found": 0, "equivalent": 0, "missed": 0}
    seconds: list[float] = []
    missed: list[str] = []
    apart = 0
    for number, case in enumerate(cases):
        figure = parse_figure(case.figure)
        apart += compare(figure, figure, seed=seed).verdict == "different"
        for way, text in mutants(figure, Random(f"{seed}:{case.name}")):
            try:
                changed = parse_figure(text)
            except (FigureError, GeometryError):
                continue
            started = time.perf_counter()
            verdict = compare(figure, changed, seed=seed).verdict
            seconds.append(time.perf_counter() - started)
            outcome = "found" if verdict != "same" else "equivalent" if _is_equivalent(figure, changed) else "missed"
            counts[outcome] += 1
            missed += [f"{case.name}: {way}: {text}"] if outcome == "missed" else []
        progress(number + 1, len(cases))
    judged = counts["found"] + counts["missed"]
    return ReadingBench(
        mutants=sum(counts.values()),
        **counts,
        found_share=round(counts["found"] / judged, 5) if judged else 0.0,
        originals_apart=apart,
        median_s=round(float(np.median(seconds)), 4),
        p99_s=round(float(np.percentile(seconds, 99)), 4),
        missed_names=tuple(missed),
    )


def format_bench(found: ReadingBench) -> str:
    """The outcome for people."""
    return "\n".join(
        (
            f"{found.mutants} changed: {found.found} found, {found.equivalent} equivalent, {found.missed} missed",
            f"{found.found_share:.2%} of the changes of meaning were found",
            f"one comparison takes {found.median_s} s (median), {found.p99_s} s (99th percentile)",
            *(f"missed {name}" for name in found.missed_names),
        )
    )


def mutants(figure: s.Figure, rng: Random) -> Iterator[tuple[str, str]]:
    """The figure with one thing changed: what was changed, and the new text."""
    text = print_figure(figure)
    amounts = [literal for literal in literals_of(figure) if literal.role in ("amount", "degrees") and literal.value]
    if amounts:
        chosen = rng.choice(amounts)
        yield "number", print_figure(with_literals(figure, {chosen.place: f"{chosen.value * 1.1:.6f}"}))
    for way, table, pattern in (
        ("predicate", _PREDICATES, r"\b{}\("),
        ("kind", _KINDS, r"{}"),
        ("target", _TARGETS, r"(?<=find ){}\("),
    ):
        names = [name for name in table if re.search(pattern.format(name), text)]
        if names:
            name = rng.choice(names)
            new = table[name] + ("(" if way != "kind" else "")
            yield way, re.sub(pattern.format(name), new, text, count=1)
    yield from _relabelled(figure, text, rng)


def _relabelled(figure: s.Figure, text: str, rng: Random) -> Iterator[tuple[str, str]]:
    """One mention of a label outside the solids replaced by another label."""
    labels = sorted({label for solid in figure.solids for label in solid.labels if re.fullmatch(r"[A-Z]\d*'*", label)})
    lines = text.splitlines()
    places = [
        (number, found)
        for number, line in enumerate(lines)
        if line.startswith(("given", "find", "point"))
        for found in re.finditer(r"(?<![A-Za-z])[A-Z]\d*'*(?=[A-Z,)\s-])", line[5:])
    ]
    if len(labels) < 3 or not places:
        return
    number, found = rng.choice(places)
    others = [label for label in labels if label != found[0]]
    start, end = found.start() + 5, found.end() + 5
    lines[number] = lines[number][:start] + rng.choice(others) + lines[number][end:]
    yield "label", "\n".join(lines) + "\n"


def _is_equivalent(figure: s.Figure, changed: s.Figure) -> bool:
    """Whether both figures have the same shape and target, also with other numbers."""
    amounts = literals_of(figure)
    if len(amounts) != len(literals_of(changed)):
        return False
    rng = Random(1)
    for trial in range(TRIALS + 1):
        texts = {k.place: f"{k.value * (1 + 0.02 * trial * rng.random()):.6f}" for k in amounts if k.role == "amount"}
        pair = [with_literals(each, texts) if trial else each for each in (figure, changed)]
        found = [_signature(each) for each in pair]
        if found[0] is None and found[1] is None:
            continue
        if found[0] is None or found[1] is None or len(found[0]) != len(found[1]):
            return False
        if not np.allclose(found[0], found[1], rtol=SAME_RELATIVE, atol=SAME_RELATIVE * float(np.max(found[0]))):
            return False
    return True


def _signature(figure: s.Figure) -> "np.ndarray[tuple[int], np.dtype[np.float64]] | None":
    """The target and all distances between labelled points; without the distances if the figure has freedom."""
    report = measured_figure(figure)
    if not report.ok or report.coordinates == "none" or report.value == "none":
        return None
    points = np.array([p for _, p in sorted(report.coordinates.points.items())])
    i, j = np.triu_indices(len(points), 1)
    distances = np.linalg.norm(points[i] - points[j], axis=1) if not report.freedom else np.zeros(0)
    return np.array([abs(measure_target(figure, report.coordinates)), *distances])
