"""The solver: coordinates of a figure's points, as exact expressions that the kernel re-measures.

The offline twin is the kernel itself. Raises Complaint for names that are missing or unknown, expressions that are not
plain constants, and coordinates on which a condition of the figure does not hold.
"""

import math
from collections.abc import Iterator, Sequence

from agents.gateway.asker import Asker, Complaint, Message, Turn, with_complaints
from agents.gateway.json_replies import Reply, read_json
from agents.gateway.prompt_files import load_prompt
from agents.roles.solver_names import Needed, needed_names, needs_text
from geometry.answers.answer_text import AnswerRefused, clean
from geometry.answers.bounded_eval import evaluate
from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.notation.printer import print_figure
from geometry.report.check_figure import check_figure
from geometry.report.measure_figure import Measurement, measure_figure
from geometry.shapes.coordinates import Coordinates, PlaneEquation, Vec3
from geometry.tolerances import SOLVED_RELATIVE

MOST_FAULTS = 6
"""Most failing conditions listed in one complaint."""


class PointReply(Reply):
    """Where one point is."""

    name: str
    """The point's name as listed."""
    x: str
    """An exact expression such as 2*sqrt(3)/3."""
    y: str
    """An exact expression."""
    z: str
    """An exact expression."""


class NumberReply(Reply):
    """One radius or unknown."""

    name: str
    """The number's name as listed."""
    value: str
    """An exact expression."""


class PlaneReply(Reply):
    """The plane of all points with normal · point = offset."""

    name: str
    """The plane's name as listed."""
    normal_x: str
    """An exact expression; the normal may have any length but zero."""
    normal_y: str
    """An exact expression."""
    normal_z: str
    """An exact expression."""
    offset: str
    """An exact expression."""


class SolutionReply(Reply):
    """Coordinates of everything that was listed."""

    reasoning: str
    """How the coordinates follow from the conditions, in a few sentences."""
    points: tuple[PointReply, ...]
    """Every listed point."""
    numbers: tuple[NumberReply, ...]
    """Every listed number; empty when none is listed."""
    planes: tuple[PlaneReply, ...]
    """Every listed plane; empty when none is listed."""


def messages(figure: s.Figure, statement: str) -> tuple[Message, ...]:
    """The prompt of the solver."""
    inputs = {"statement": statement, "figure": print_figure(figure.without_key), "needed": needs_text(figure)}
    return load_prompt("solve").fill(inputs)


def read(reply: str, figure: s.Figure) -> Coordinates:
    """The coordinates; raises Complaint listing the missing names or the conditions that fail."""
    parsed = read_json(reply, SolutionReply)
    faults = list(_name_faults(parsed, needed_names(figure)))
    if faults:
        raise Complaint(" ".join(faults), reply)
    try:
        coordinates = _coordinates(parsed)
        measured = measure_figure(figure, coordinates, SOLVED_RELATIVE)
    except (AnswerRefused, GeometryError) as error:
        raise Complaint(str(error), reply) from error
    if not measured.ok:
        raise Complaint(_failures(measured), reply)
    return coordinates


def run(asker: Asker, figure: s.Figure, statement: str, turns: Sequence[Turn] = ()) -> Coordinates:
    """Ask once, including the complaints about earlier replies, and measure the reply."""
    reply = asker.ask("solver", with_complaints(messages(figure, statement), turns), SolutionReply)
    return read(reply, figure)


def offline(figure: s.Figure) -> Coordinates:
    """The kernel's coordinates; raises GeometryError with the reason if it finds none."""
    report = check_figure(figure)
    if report.coordinates == "none":
        raise GeometryError(report.reason)
    return report.coordinates


def _name_faults(parsed: SolutionReply, needed: Needed) -> Iterator[str]:
    """Faults in names: each listed name is required once; constructed points are optional."""
    kinds = (
        ("points", [p.name for p in parsed.points], needed.points, needed.constructed),
        ("numbers", [n.name for n in parsed.numbers], needed.numbers, ()),
        ("planes", [p.name for p in parsed.planes], needed.planes, ()),
    )
    for kind, given, wanted, welcome in kinds:
        missing = [name for name in wanted if name not in given]
        unknown = [name for name in given if name not in (*wanted, *welcome)]
        twice = sorted({name for name in given if given.count(name) > 1})
        if missing:
            yield f"Missing under {kind}: {', '.join(missing)}."
        if unknown:
            yield f"Not asked for under {kind}: {', '.join(unknown)}; use the listed names exactly."
        if twice:
            yield f"Stated twice under {kind}: {', '.join(twice)}."


def _coordinates(parsed: SolutionReply) -> Coordinates:
    return Coordinates(
        points={p.name: _place(p) for p in parsed.points},
        numbers={n.name: _value(n.value, n.name) for n in parsed.numbers},
        planes={p.name: _plane(p) for p in parsed.planes},
    )


def _place(point: PointReply) -> Vec3:
    name = point.name
    return _value(point.x, f"{name}.x"), _value(point.y, f"{name}.y"), _value(point.z, f"{name}.z")


def _plane(plane: PlaneReply) -> PlaneEquation:
    parts = (plane.normal_x, plane.normal_y, plane.normal_z)
    x, y, z = (_value(part, f"the normal of plane {plane.name}") for part in parts)
    length = math.hypot(x, y, z)
    if not length:
        raise GeometryError(f"The normal of plane {plane.name} is zero; give a direction.")
    offset = _value(plane.offset, f"the offset of plane {plane.name}") / length
    return PlaneEquation(normal=(x / length, y / length, z / length), offset=offset)


def _value(expression: str, where: str) -> float:
    """The value of an expression, by the bounded grammar of stated answers."""
    try:
        return evaluate(clean(expression.replace("math.", ""))).value
    except AnswerRefused as error:
        raise AnswerRefused(error.reason, f"{where} = {expression!r} is not a plain constant: {error}") from error


def _failures(measured: Measurement) -> str:
    failed = [check.sentence for check in measured.checks if check.status != "passed"]
    if not failed:
        return f"Every condition holds, but {measured.target} has no value on these coordinates."
    more = f" and {len(failed) - MOST_FAULTS} more" if len(failed) > MOST_FAULTS else ""
    listed = "\n".join(f"- {sentence}" for sentence in failed[:MOST_FAULTS])
    return f"The coordinates do not satisfy the figure:\n{listed}{more}\nUse exact expressions, not rounded decimals."
