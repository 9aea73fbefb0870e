"""Whether the markers are those of the brief: names, positions, colours and sizes."""

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from pipeline.scene.audit.findings import Finding, shown, shown_m
from pipeline.scene.palette import colour_named
from pipeline.scene.records import Marker, MarkerBrief, SceneBrief

PLACE_M = 1e-4
"""Tolerance of a marker's centre; single precision is accurate to 1e-7."""

COLOUR = 0.02
"""Tolerance per channel of linear base colours: rounding to a percent passes, sRGB values in their place do not."""

RADIUS_RELATIVE = 0.05
"""Relative tolerance of the mean distance of the ball's vertices from its centre."""


def marker_findings(brief: SceneBrief, markers: Sequence[Marker]) -> list[Finding]:
    """Faults of the markers, those of the brief first."""
    made = {marker.name: marker for marker in markers}
    asked = {marker.object_name: marker for marker in brief.markers}
    # A ball with the label of a missing one was meant to be that one, and is reported once.
    spare = {name.split("_")[0]: name for name in made if name not in asked}
    findings = [
        Finding(name, f"There are several markers called {name}: keep one of them.", (1.0, 0.0))
        for name, count in Counter(marker.name for marker in markers).items()
        if count > 1
    ]
    for name, wanted in asked.items():
        if name in made:
            findings += _compared(wanted, made[name], brief.marker_radius_m)
        else:
            findings.append(_missing(wanted, spare, brief.marker_radius_m))
    renamed = {spare.get(wanted.label) for name, wanted in asked.items() if name not in made}
    for name in made:
        if name not in asked and name not in renamed:
            findings.append(Finding(name, f"Marker {name} was not asked for: remove it.", (1.0, 0.0)))
    return findings


def farthest_marker_m(brief: SceneBrief, markers: Sequence[Marker]) -> float:
    """The largest distance of an existing marker from its vertex."""
    made = {marker.name: marker.position_m for marker in markers}
    asked = [(made[m.object_name], m.position_m) for m in brief.markers if m.object_name in made]
    return max((float(np.linalg.norm(np.subtract(*pair))) for pair in asked), default=0.0)


def _missing(wanted: MarkerBrief, spare: dict[str, str], radius_m: float) -> Finding:
    name = wanted.object_name
    if wanted.label in spare:
        wrong = spare[wanted.label]
        sentence = f"Marker {wrong} should be {wanted.colour}: call it {name} and give it that colour, {_rgb(wanted)}."
    else:
        sentence = (
            f"Marker {name} is missing: add a ball of radius {radius_m} m called {name} at"
            f" {shown(wanted.position_m)} with the base colour {_rgb(wanted)}."
        )
    return Finding(name, sentence, (1.0, 0.0))


def _compared(wanted: MarkerBrief, made: Marker, radius_m: float) -> Iterator[Finding]:
    name = wanted.object_name
    off = float(np.linalg.norm(np.subtract(made.position_m, wanted.position_m)))
    if off > PLACE_M:
        place = shown(wanted.position_m)
        sentence = f"Marker {name} is {shown_m(off)} from vertex {wanted.label}: move its centre to {place}."
        yield Finding(name, sentence, (off, PLACE_M))
    gap = float(np.abs(np.subtract(made.colour_rgb, colour_named(wanted.colour).linear_rgb)).max())
    if gap > COLOUR:
        sentence = (
            f"Marker {name} has the base colour {shown(made.colour_rgb)}: set it to {_rgb(wanted)} (linear values)."
        )
        yield Finding(name, sentence, (gap, COLOUR))
    stretch = abs(made.radius_m / radius_m - 1)
    if stretch > RADIUS_RELATIVE:
        sentence = f"Marker {name} has a radius of {shown_m(made.radius_m)}: make it {radius_m} m."
        yield Finding(name, sentence, (stretch, RADIUS_RELATIVE))


def _rgb(wanted: MarkerBrief) -> str:
    return f"({', '.join(f'{c:.4f}' for c in colour_named(wanted.colour).linear_rgb)})"
