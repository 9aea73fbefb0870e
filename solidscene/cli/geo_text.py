"""Reports about figures as text for people: tables that read the same on a terminal, in a log and in a mail."""

import json
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from geometry.answers.exact_record import ExactForm, NotRecognised
from geometry.checks import Check
from geometry.notation.catalogue import KINDS
from geometry.report.figure_report import FigureReport

if TYPE_CHECKING:  # the kernel takes a second to load, which a list of kinds need not wait for
    from geometry.report.measure_figure import Measurement

_MARKS = {"passed": "ok", "failed": "FAILED", "not_judged": "not judged"}


def table(rows: Sequence[Sequence[str]], header: Sequence[str]) -> str:
    """Columns padded to their widest cell, a rule under the header."""
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in [header, *rows]]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(line.rstrip() for line in lines)


def report_text(report: FigureReport) -> str:
    """The verdict first, then the target, the points and the evidence."""
    parts = [_verdict(report)]
    if report.value != "none" and report.status != "ill_posed":
        parts.append(_target(report.target, report.target_class, report.value, report.exact))
    if report.set_to_one:
        parts.append(f"set to 1: {', '.join(report.set_to_one)} (left general in the statement)")
    if report.coordinates != "none":
        parts.append(_points(report))
    if report.checks:
        parts.append(_checks(report.checks))
    return "\n\n".join(parts)


def measurement_text(found: "Measurement") -> str:
    failed = [c for c in found.checks if c.status != "passed"]
    verdict = "every condition holds" if not failed else f"{len(failed)} of {len(found.checks)} conditions do not hold"
    parts = [verdict, _target(found.target, found.target_class, found.value, found.exact), _checks(found.checks)]
    parts += [c.sentence for c in failed]
    return "\n\n".join(parts)


def _verdict(report: FigureReport) -> str:
    if report.status == "rigid":
        return "solved: the figure is rigid"
    if report.status == "free":
        degrees = "degree" if report.freedom == 1 else "degrees"
        return f"solved: {report.freedom} {degrees} of freedom left, and the target is the same in every figure tried"
    if report.status == "contradictory":
        return "contradictory: these conditions cannot hold together\n" + "\n".join(f"  {c}" for c in report.conflict)
    return f"{report.status.replace('_', '-')}: {report.reason}"


def _target(target: str, kind: str, value: object, exact: ExactForm | NotRecognised) -> str:
    if not isinstance(value, float):
        return f"{target}  has no value: {exact.reason if isinstance(exact, NotRecognised) else ''}"
    shown = f"{value:.12g}" if kind != "angle" else f"{value:.12g} rad = {math.degrees(value):.10g}°"
    closed = f" = {exact.pretty}  (to {exact.residual:.0e})" if isinstance(exact, ExactForm) else ""
    return f"{target}{closed}\n  {kind}, measured {shown}"


def _points(report: FigureReport) -> str:
    if report.coordinates == "none":
        return ""
    rows = [[name, *(f"{round(c, 6) + 0.0:.6f}" for c in point)] for name, point in report.coordinates.points.items()]
    text = table(rows, ["point", "x", "y", "z"])
    numbers = [f"{name} = {value:.9g}" for name, value in report.coordinates.numbers.items()]
    return "\n".join([text, *numbers])


def _checks(checks: Sequence[Check]) -> str:
    rows = [[_MARKS[c.status], f"{c.measured:.1e}", c.name] for c in checks]
    return table(rows, ["check", "off by", "condition"])


def kinds_text() -> str:
    rows = [[k.name.replace("_", " "), k.labelling, ", ".join(k.properties) or "-", k.meaning] for k in KINDS.values()]
    return table(rows, ["kind", "labels", "properties", "meaning"])


def kinds_json() -> str:
    rows = [
        {"kind": k.name, "family": k.family, "labels": k.labelling, "properties": k.properties, "meaning": k.meaning}
        for k in KINDS.values()
    ]
    return json.dumps(rows, indent=2)
