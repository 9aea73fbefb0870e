"""Re-measuring every condition of a figure on any coordinates, however they were obtained.

Independent of the solver and its parametrisation. It checks the conditions implied by the kind of each solid as
well as the given ones, each against a tolerance.
"""

from collections.abc import Iterator

import numpy as np

from geometry.checks import Check, CheckStatus
from geometry.conditions.degeneracy import missing_object
from geometry.conditions.kind_conditions import implied_conditions
from geometry.conditions.predicates import residuals_of
from geometry.conditions.verify_extremum import extremum_check
from geometry.errors import GeometryError
from geometry.measures.evaluate import evaluate
from geometry.notation import syntax as s
from geometry.notation.catalogue import is_hidden
from geometry.notation.printer import print_condition, print_expr
from geometry.notation.spatial import is_spatial
from geometry.shapes.coordinates import Coordinates
from geometry.shapes.state import FigureState, plane_equation, state_of
from geometry.tolerances import MARGIN_SLACK, SOLVED_RELATIVE


def verify(figure: s.Figure, coordinates: Coordinates, tolerance: float = SOLVED_RELATIVE) -> list[Check]:
    """One check per condition: implied by a solid's kind, definition of a point, given condition, extremum."""
    state = completed(figure, coordinates)
    size = figure_extent(state)
    conditions = list(conditions_of(figure))
    checks = [check_condition(name, condition, state, size, tolerance) for name, condition in conditions]
    checks += _foreign_planes(figure, coordinates, state, size)
    if figure.extrema and all(check.status == "passed" for check in checks):
        with np.errstate(all="ignore"):
            checks.append(extremum_check(figure, tuple(c for _, c in conditions), state, size))
    elif figure.extrema:
        checks.append(_not_judged(f"{figure.extrema[0].direction} {print_expr(figure.extrema[0].quantity)}", tolerance))
    return checks


def conditions_of(figure: s.Figure) -> Iterator[tuple[str, s.Condition]]:
    """Every condition of a figure with its name in reports."""
    for declaration in figure.declarations:
        match declaration:
            case s.SolidDecl(kind, properties, name):
                title = " ".join([*properties, kind.replace("_", " "), name])
                for condition in implied_conditions(declaration):
                    yield f"{title}: {_shown(condition)}", condition
                if kind == "hemisphere":
                    yield f"{title}: its pole is one radius from its centre", _pole(declaration)
            case s.PointDecl(label, "equals", (definition,)):
                yield f"point {label} = {print_expr(definition)}", _definition(label, definition)
                if isinstance(definition, s.Call) and definition.name == "intersection":
                    for part in definition.args:
                        yield f"point {label} on {print_expr(part)}", s.Call("on", (s.Labels((label,)), part))
            case s.PointDecl(label, "on", (place,)):
                yield f"point {label} on {print_expr(place)}", s.Call("on", (s.Labels((label,)), place))
            case _:
                pass
    for declaration in figure.declarations:
        if isinstance(declaration, s.Unknown):
            yield f"unknown {declaration.name} is positive", s.Relation(">", s.Name(declaration.name), s.Number("0"))
    for condition in figure.givens:
        yield f"given {print_condition(condition)}", condition


def _pole(solid: s.SolidDecl) -> s.Relation:
    return s.Relation("=", s.Labels(solid.labels), s.Call("radius", (s.Name(solid.name),)))


def _definition(label: str, expr: s.Expr) -> s.Relation:
    return s.Relation("=", s.Labels((label,)), expr)


def _shown(condition: s.Condition) -> str:
    if isinstance(condition, s.Call) and condition.name == "proper":
        return "not flat, faces convex and in order"
    return print_condition(condition)


def completed(figure: s.Figure, coordinates: Coordinates) -> FigureState:
    """The state of `coordinates`, with missing constructed points computed.

    Parameters and constructed planes are always computed from the figure; values supplied for them are ignored.
    """
    return complete(figure, state_of(figure, coordinates))


def complete(figure: s.Figure, state: FigureState) -> FigureState:
    """The same for a state, which may be a batch; it is changed and returned."""
    for declaration in figure.declarations:
        try:
            with np.errstate(all="ignore"):
                _complete(declaration, state)
        except KeyError as error:
            raise GeometryError(f"the coordinates lack {error.args[0]}; add it under points or numbers") from error
    return state


def _foreign_planes(figure: s.Figure, coordinates: Coordinates, state: FigureState, size: float) -> list[Check]:
    """Checks for planes that are supplied although the figure defines them: both must agree."""
    defined = [d.name for d in figure.declarations if isinstance(d, s.PlaneDecl) and d.definition]
    checks = []
    for name in (n for n in defined if n in coordinates.planes):
        normal, offset = state.planes[name]
        given = coordinates.planes[name]
        turn = float(np.sign(np.dot(normal, given.normal))) or 1.0
        tilt = float(np.abs(turn * np.array(given.normal) - normal).max())
        gap = max(tilt, abs(turn * given.offset - float(offset)) / size)
        holds = gap <= MARGIN_SLACK
        title = f"plane {name} is the one it is defined as"
        sentence = f"{title}, to {gap:.1e}" if holds else f"{title}: fails, it is off by {gap:.3g} (relative)"
        status: CheckStatus = "passed" if holds else "failed"
        checks.append(Check(name=title, status=status, measured=gap, tolerance=MARGIN_SLACK, sentence=sentence))
    return checks


def _complete(declaration: s.Declaration, state: FigureState) -> None:
    match declaration:
        case s.Param(name, value):
            state.numbers[name] = np.asarray(evaluate(value, state))
        case s.PointDecl(label, "equals", (definition,)) if label not in state.points:
            state.points[label] = evaluate(definition, state)
        case s.PlaneDecl(name, (definition,)):
            state.planes[name] = plane_equation(evaluate(definition, state))
        case s.SolidDecl():
            _complete_solid(declaration, state)
        case _:
            pass


def _complete_solid(solid: s.SolidDecl, state: FigureState) -> None:
    missing = [label for label in solid.labels if label not in state.points]
    if missing:
        shown = ", ".join(missing)
        raise GeometryError(f"the coordinates lack point {shown} of the {solid.kind} {solid.name}; add it under points")
    for number in _numbers_of(solid):
        if number not in state.numbers:
            raise GeometryError(f"the coordinates lack {number} of the {solid.kind} {solid.name}; add it under numbers")


def _numbers_of(solid: s.SolidDecl) -> list[str]:
    if solid.kind in ("cylinder", "cone", "sphere", "hemisphere"):
        return [f"{solid.name}.radius"]
    if solid.kind == "cone_frustum":
        return [f"{solid.name}.radius", f"{solid.name}.top_radius"]
    return []


def figure_extent(state: FigureState) -> float:
    """The longest extent of the figure, from its points and its radii (a figure may be a single sphere)."""
    points = np.array(list(state.points.values()))
    radii = [abs(float(v)) for name, v in state.numbers.items() if is_hidden(name)]
    extent = float(np.linalg.norm(np.ptp(points, axis=0))) if len(points) else 0.0
    return max([extent, *radii, float(np.finfo(float).tiny)])


def check_condition(name: str, condition: s.Condition, state: FigureState, size: float, tolerance: float) -> Check:
    """One condition at a single state; not judged if it cannot be measured there."""
    try:
        with np.errstate(all="ignore"):
            return _measured(name, condition, state, size, tolerance)
    except KeyError as error:
        sentence = f"{name} cannot be measured: the coordinates lack {error.args[0]}"
    except GeometryError as error:
        sentence = f"{name} cannot be measured: {error}"
    return Check(name=name, status="not_judged", measured=float("inf"), tolerance=tolerance, sentence=sentence)


def _not_judged(name: str, tolerance: float) -> Check:
    sentence = f"{name} is judged only among figures that satisfy every condition"
    return Check(name=name, status="not_judged", measured=float("inf"), tolerance=tolerance, sentence=sentence)


def _measured(name: str, condition: s.Condition, state: FigureState, size: float, tolerance: float) -> Check:
    fault = missing_object(condition, state, size)
    if fault:
        raise GeometryError(fault)
    found = residuals_of(condition, state, size)
    gap = _largest(found.residuals)
    shortfall = max(0.0, -float(np.min(found.margins, initial=np.inf))) if found.margins.size else 0.0
    if np.isnan(found.margins).any():
        shortfall = float("inf")
    holds = gap <= tolerance and shortfall <= MARGIN_SLACK
    deviation = max(gap, shortfall)
    sentence = f"{name} holds to {deviation:.1e}" if holds else _failure(name, condition, state, deviation)
    status = "passed" if holds else "failed"
    return Check(name=name, status=status, measured=deviation, tolerance=tolerance, sentence=sentence)


def _largest(residuals: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]") -> float:
    if not residuals.size:
        return 0.0
    largest = float(np.abs(residuals).max())
    return largest if np.isfinite(largest) else float("inf")


def _failure(name: str, condition: s.Condition, state: FigureState, deviation: float) -> str:
    if isinstance(condition, s.Relation) and not is_spatial(condition.left):
        left, right = (float(evaluate(side, state)) for side in (condition.left, condition.right))
        return f"{name} fails: the left side measures {left:.10g}, the right {right:.10g}"
    return f"{name} fails by {deviation:.3g} (relative)"
