"""A figure measured on external coordinates: every condition checked, the target's value, its closed form."""

from typing import Literal

from geometry.answers.exact_record import ExactForm, NotRecognised
from geometry.checks import Check
from geometry.conditions.verify import verify
from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.notation.dimensions import TargetClass, dimension_of, target_class
from geometry.notation.printer import print_expr
from geometry.record import Evidence
from geometry.report.check_figure import exact_of, measure_target
from geometry.shapes.coordinates import Coordinates


class Measurement(Evidence):
    """The result of measuring a figure on external coordinates."""

    ok: bool
    """Whether every condition holds and the target has a value."""
    target: str
    """The target in canonical notation."""
    target_class: TargetClass
    """How the target scales with the figure."""
    value: float | Literal["none"]
    """The measured target, angles in radians; the word none where it does not exist on these coordinates."""
    exact: ExactForm | NotRecognised
    """The value in closed form where it is recognisable."""
    checks: tuple[Check, ...]
    """Every condition, re-measured."""


def measure_figure(figure: s.Figure, coordinates: Coordinates, tolerance: float) -> Measurement:
    """Verify and measure; raises GeometryError if the coordinates lack a point or radius of a solid."""
    checks = tuple(verify(figure, coordinates, tolerance))
    value, exact = _target(figure, coordinates)
    return Measurement(
        ok=value != "none" and all(check.status == "passed" for check in checks),
        target=print_expr(figure.target),
        target_class=target_class(dimension_of(figure.target)),
        value=value,
        exact=exact,
        checks=checks,
    )


def _target(figure: s.Figure, coordinates: Coordinates) -> tuple[float | Literal["none"], ExactForm | NotRecognised]:
    try:
        value = measure_target(figure, coordinates)
        return value, exact_of(figure, value)
    except KeyError as error:
        reason = f"The coordinates lack {error.args[0]}."
    except (GeometryError, ValueError) as error:
        reason = str(error)
    return "none", NotRecognised(decimal="none", reason=reason)
