"""The verifier: passes what the solver found, under every rigid motion; follows scaling; fails when it should."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from geometry.checks import Check
from geometry.conditions.verify import conditions_of, verify
from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.notation.catalogue import KINDS
from geometry.notation.printer import print_condition
from geometry.notation.resolve import parse_figure
from geometry.notation.signatures import FUNCTIONS
from geometry.report.check_figure import check_figure, measure_target
from geometry.report.figure_report import FigureReport
from geometry.shapes.coordinates import Coordinates
from geometry.shapes.polyhedra import FloatArray
from tests.support.figure_strategies import examples, moved, truth_cases

SLOW = ("touching", "least", "largest", "greatest", "surface_path", "shortest", "touching_the_edges")
TRUTH = [row for row in truth_cases() if not any(word in row["name"] for word in SLOW)]
SAMPLE = TRUTH[::6]
NAMES = [row["name"] for row in SAMPLE]
POWERS = {"length": 1, "area": 2, "volume": 3, "angle": 0, "ratio": 0}


@cache
def solved(source: str) -> tuple[s.Figure, FigureReport]:
    """The figure of `source` and its report; solving is the dear part, so it is done once."""
    figure = parse_figure(source)
    return figure, check_figure(figure)


def nodes(expr: s.Expr | s.Relation) -> Iterator[s.Expr | s.Relation]:
    yield expr
    children = {s.Op: "left right", s.Relation: "left right", s.Neg: "operand", s.Triple: "x y z"}.get(type(expr), "")
    for child in [getattr(expr, name) for name in children.split()] + list(getattr(expr, "args", ())):
        yield from nodes(child)


def is_placed(figure: s.Figure) -> bool:
    """Whether absolute coordinates tie the figure to the axes."""
    parts = [*figure.givens, figure.target, *(d for x in figure.declarations for d in getattr(x, "definition", ()))]
    return any(isinstance(node, s.Triple) for part in parts for node in nodes(part))


def power_of(expr: s.Expr) -> Fraction | None:
    """The power of length of a homogeneous expression; None where a bare number stands for a length."""
    match expr:
        case s.Number() | s.Name():
            return Fraction(0)
        case s.Labels(labels):
            return Fraction(1) if len(labels) == 2 else None
        case s.Neg(operand):
            return power_of(operand)
        case s.Op("^", left, s.Number(text)):
            return None if (power := power_of(left)) is None else power * Fraction(text)
        case s.Op(op, left, right):
            return _power_of_pair(op, power_of(left), power_of(right))
        case s.Call("sqrt" | "cbrt" as name, (inner,)):
            return None if (power := power_of(inner)) is None else power / {"sqrt": 2, "cbrt": 3}[name]
        case s.Call("abs", (inner,)):
            return power_of(inner)
        case s.Call(name) if FUNCTIONS[name].group in {*POWERS, "number"}:
            return Fraction(2 if name == "dot" else POWERS.get(FUNCTIONS[name].group, 0))
    return None


def _power_of_pair(op: str, left: Fraction | None, right: Fraction | None) -> Fraction | None:
    if left is None or right is None:
        return None
    if op in ("+", "-"):
        return left if left == right else None
    return {"*": left + right, "/": left - right}.get(op)


def is_scale_free(condition: s.Condition) -> bool:
    if isinstance(condition, s.Call):
        return True
    powers = power_of(condition.left), power_of(condition.right)
    return None not in powers and powers[0] == powers[1]


def failing(checks: Iterable[Check]) -> list[str]:
    return [check.sentence for check in checks if check.status != "passed"]


# Solved coordinates of the truth tables


def defined_planes(figure: s.Figure) -> int:
    """Planes the figure defines and the solver's coordinates carry: each is checked against its definition."""
    return sum(isinstance(d, s.PlaneDecl) and bool(d.definition) for d in figure.declarations)


@pytest.mark.slow
@pytest.mark.parametrize("row", SAMPLE, ids=NAMES)
def test_every_condition_holds_on_the_solvers_coordinates(row: dict[str, Any]) -> None:
    figure, report = solved(row["figure"])
    assert report.ok
    assert report.coordinates != "none"
    checks = verify(figure, report.coordinates)
    assert checks == list(report.checks)
    assert failing(checks) == []
    assert len(checks) == len(list(conditions_of(figure))) + len(figure.extrema) + defined_planes(figure)


@pytest.mark.slow
@pytest.mark.parametrize("row", SAMPLE, ids=NAMES)
def test_every_condition_and_the_target_survive_any_rigid_motion(row: dict[str, Any]) -> None:
    figure, report = solved(row["figure"])
    if is_placed(figure):
        pytest.skip("absolute coordinates tie the figure to the axes")
    assert report.coordinates != "none"
    for seed in range(2):
        coordinates = moved(report.coordinates, np.random.default_rng(seed))
        assert failing(verify(figure, coordinates)) == []
        assert measure_target(figure, coordinates) == pytest.approx(report.value, rel=1e-8, abs=1e-8)


@pytest.mark.slow
@pytest.mark.parametrize("scale", [1e-3, 37.5])
@pytest.mark.parametrize("row", SAMPLE, ids=NAMES)
def test_shape_survives_any_similarity_and_the_target_scales_with_its_class(row: dict[str, Any], scale: float) -> None:
    figure, report = solved(row["figure"])
    if is_placed(figure):
        pytest.skip("absolute coordinates tie the figure to the axes")
    if "integer(" in row["figure"]:
        pytest.skip("whole numbers tie the figure to its unit")
    assert report.coordinates != "none"
    coordinates = moved(report.coordinates, np.random.default_rng(7), scale)
    checks = dict(zip(conditions_of(figure), verify(figure, coordinates), strict=False))
    assert failing(check for (_, condition), check in checks.items() if is_scale_free(condition)) == []
    power = power_of(figure.target)
    if power is not None:
        assert report.value != "none"
        assert power == POWERS[report.target_class]
        assert measure_target(figure, coordinates) == pytest.approx(
            scale**power * report.value, rel=1e-8, abs=1e-9 * scale**power
        )


ROUND = ("cylinder", "cone", "cone_frustum", "sphere", "hemisphere")
RIGID = [row for row in TRUTH if row["kind"] not in ROUND][::5]


@pytest.mark.slow
@pytest.mark.parametrize("row", RIGID, ids=[row["name"] for row in RIGID])
def test_moving_one_vertex_of_a_rigid_figure_a_little_breaks_a_condition(row: dict[str, Any]) -> None:
    figure, report = solved(row["figure"])
    vertices = sorted({x for d in figure.solids if KINDS[d.kind].family == "polyhedron" for x in d.labels})
    if report.freedom or not vertices:
        pytest.skip("nothing rigid with vertices")
    assert report.coordinates != "none"
    rng = np.random.default_rng(len(row["name"]))
    size = np.ptp(np.array(list(report.coordinates.points.values())), axis=0).max()
    # Points that are defined by others follow on their own: only what the tool handed in is displaced.
    derived = {d.label for d in figure.declarations if isinstance(d, s.PointDecl) and d.how == "equals"}
    kept = {name: p for name, p in report.coordinates.points.items() if name not in derived}
    for label in rng.choice(vertices, 2):
        step = rng.normal(size=3)
        place = np.array(kept[label]) + 1e-3 * size * step / np.linalg.norm(step)
        disturbed = Coordinates(
            points=kept | {label: tuple(place)}, numbers=report.coordinates.numbers, planes=report.coordinates.planes
        )
        assert any(check.status == "failed" for check in verify(figure, disturbed)), label


# Coordinates that lack something


@pytest.mark.parametrize("row", SAMPLE[::2], ids=NAMES[::2])
def test_a_missing_point_or_number_is_named_and_never_passes(row: dict[str, Any]) -> None:
    figure, report = solved(row["figure"])
    assert report.coordinates != "none"
    found, derived = (
        report.coordinates,
        {d.label for d in figure.declarations if isinstance(d, s.PointDecl) and d.how == "equals"},
    )
    for label in [*found.points, *found.numbers]:
        points = {name: p for name, p in found.points.items() if name != label}
        numbers = {name: v for name, v in found.numbers.items() if name != label}
        if not points:
            continue
        lacking = Coordinates(points=points, numbers=numbers, planes=found.planes)
        if label in derived | {p.name for p in figure.params}:
            assert failing(verify(figure, lacking)) == []
            continue
        try:
            sentences = failing(verify(figure, lacking))
        except GeometryError as error:
            sentences = [str(error)]
        assert any(label in sentence for sentence in sentences) or not _is_used(label, figure)


def _is_used(label: str, figure: s.Figure) -> bool:
    text = " ".join(print_condition(c) for _, c in conditions_of(figure))
    return label in text


FREE = """
solid cube ABCD-EFGH
point X
point Y = midpoint(A, X)
plane p
unknown x
given AX = 1, AB = 1, distance(X, p) = 1/2, x = 2*AB
find x*XY + GA + distance(X, p)
"""
UNIT_CUBE = dict(
    zip(
        "ABCDEFGH",
        [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)],
        strict=True,
    )
)
COMPLETE: dict[str, dict[str, Any]] = {
    "points": UNIT_CUBE | {"X": (0, 0, 1)},
    "numbers": {"x": 2.0},
    "planes": {"p": {"normal": (0, 0, 1), "offset": 0.5}},
}


@pytest.mark.parametrize(("part", "name"), [("points", "X"), ("points", "G"), ("numbers", "x"), ("planes", "p")])
def test_the_target_is_refused_with_a_sentence_where_the_coordinates_lack_what_it_needs(part: str, name: str) -> None:
    figure = parse_figure(FREE)
    assert failing(verify(figure, Coordinates(**COMPLETE))) == []
    assert measure_target(figure, Coordinates(**COMPLETE)) == pytest.approx(1 + 3**0.5 + 0.5)
    rest = {key: value for key, value in COMPLETE[part].items() if key != name}
    lacking = Coordinates(**(COMPLETE | {part: rest}))
    with pytest.raises(GeometryError, match=name):
        measure_target(figure, lacking)


@pytest.mark.parametrize("part", ["points", "numbers", "planes"])
def test_checks_that_passed_failed_or_could_not_be_judged_survive_being_stored(part: str) -> None:
    name = {"points": "X", "numbers": "x", "planes": "p"}[part]
    rest = {key: value for key, value in COMPLETE[part].items() if key != name}
    lines = FREE.replace("point Y = midpoint(A, X)\n", "").replace("x*XY", "x*AX")
    checks = verify(parse_figure(lines + "given AB = 7\n"), Coordinates(**(COMPLETE | {part: rest})))
    assert {check.status for check in checks} == {"passed", "failed", "not_judged"}
    assert [Check.model_validate_json(check.model_dump_json()) for check in checks] == checks


# Foreign coordinates that contradict the declarations


def checked(lines: str, **changes: Any) -> list[str]:
    return failing(
        verify(parse_figure("solid cube ABCD-EFGH\n" + lines), Coordinates(**({"points": UNIT_CUBE} | changes)))
    )


def test_a_plane_that_is_not_the_one_it_was_defined_as_fails() -> None:
    lines = "plane p = plane(A,B,C)\ngiven AB = 1\nfind distance(E, p)"
    assert checked(lines, planes={"p": {"normal": (0, 0, -1), "offset": 0}}) == []
    assert checked(lines, planes={"p": {"normal": (0, 0, 1), "offset": 5}}) != []
    assert checked(lines, planes={"p": {"normal": (1, 0, 0), "offset": 0}}) != []


def test_a_parameter_with_another_value_than_declared_fails() -> None:
    assert checked("param a = 1\ngiven AB = a\nfind AB", numbers={"a": 1}) == []
    assert checked("param a = 2\ngiven AB = a\nfind AB", numbers={"a": 1}) != []


def test_an_unknown_that_is_not_positive_fails() -> None:
    assert checked("unknown x\ngiven x^2 = 4\nfind x*AB", numbers={"x": 2}) == []
    assert checked("unknown x\ngiven x^2 = 4\nfind x*AB", numbers={"x": -2}) != []


def test_a_plane_equation_whose_normal_is_no_unit_vector_is_mended_or_refused_but_never_another_plane() -> None:
    lines = "plane p\ngiven distance(A, p) = 1/2, distance(E, p) = 1/2\nfind AB"
    assert checked(lines, planes={"p": {"normal": (0, 0, 1), "offset": 0.5}}) == []
    try:
        mended = checked(lines, planes={"p": {"normal": (0, 0, 2), "offset": 1}})
    except ValidationError:
        return
    assert mended == []


@pytest.mark.parametrize("bad", [{"A": (0, 0, float("nan"))}, {"A": (0, 0)}, {"A": (0, 0, "x")}, {"A": (0, 0, 1e999)}])
def test_coordinates_that_are_no_numbers_are_refused(bad: dict[str, tuple[object, ...]]) -> None:
    with pytest.raises(ValidationError):
        Coordinates(points=bad)


def test_coordinates_with_unknown_fields_or_without_any_point_do_not_pass() -> None:
    with pytest.raises(ValidationError):
        Coordinates(points=UNIT_CUBE, radii={"s": 1})  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="point"):
        checked("given AB = 1\nfind AB", points={})


def test_a_wrong_construction_fails() -> None:
    lines = "point X = midpoint(A, C)\ngiven AB = 1\nfind AX"
    assert checked(lines, points=UNIT_CUBE | {"X": (0.5, 0.5, 0)}) == []
    assert checked(lines, points=UNIT_CUBE | {"X": (0.5, 0.5, 0.001)}) != []


def test_lines_that_miss_each_other_have_no_intersection() -> None:
    lines = "point X = intersection(line(A,C), line(F,H))\ngiven AB = 1\nfind AX"
    assert checked(lines) != []
    assert checked(lines.replace("F,H", "B,D")) == []


# Conditions against vector algebra on the edges and faces of a cube

EDGES = [(a, b) for a, b in combinations("ABCDEFGH", 2) if abs(np.subtract(UNIT_CUBE[a], UNIT_CUBE[b])).sum() == 1]
TRIANGLES = ["ABC", "ABE", "ADE", "BDE", "ACG", "BFH"]


def _vector(a: str, b: str) -> FloatArray:
    return np.subtract(UNIT_CUBE[b], UNIT_CUBE[a]).astype(float)


def _normal(labels: str) -> FloatArray:
    return np.cross(_vector(*labels[:2]), _vector(labels[0], labels[2]))


@pytest.mark.slow
@examples(60)
@given(
    st.sampled_from([*EDGES, ("A", "C"), ("A", "G"), ("B", "H")]),
    st.sampled_from([*EDGES, ("B", "D"), ("C", "E")]),
    st.sampled_from(TRIANGLES),
    st.sampled_from(TRIANGLES),
    st.integers(0, 99),
)
def test_perpendicular_and_parallel_agree_with_vector_algebra(
    first: tuple[str, str], second: tuple[str, str], one: str, other: str, seed: int
) -> None:
    u, v, n, m = _vector(*first), _vector(*second), _normal(one), _normal(other)
    cases = [
        (f"perp(line({','.join(first)}), line({','.join(second)}))", u @ v == 0),
        (f"parallel(line({','.join(first)}), line({','.join(second)}))", not np.cross(u, v).any()),
        (f"perp(line({','.join(first)}), plane({','.join(one)}))", not np.cross(u, n).any()),
        (f"parallel(line({','.join(first)}), plane({','.join(one)}))", u @ n == 0),
        (f"perp(plane({','.join(one)}), plane({','.join(other)}))", n @ m == 0),
        (f"parallel(plane({','.join(one)}), plane({','.join(other)}))", not np.cross(n, m).any()),
    ]
    figure = parse_figure("solid cube ABCD-EFGH\ngiven " + ", ".join(text for text, _ in cases) + "\nfind AB")
    coordinates = moved(Coordinates(points=UNIT_CUBE), np.random.default_rng(seed), scale=3.0)
    checks = verify(figure, coordinates)[-len(cases) :]
    assert [check.status == "passed" for check in checks] == [bool(truth) for _, truth in cases]


# Polygons: each condition holds for exactly the shapes that have the property, in the order of the vertices

QUADRANGLES: dict[str, list[tuple[float, float, float]]] = {
    "square": [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)],
    "rectangle": [(0, 0, 0), (2, 0, 0), (2, 1, 0), (0, 1, 0)],
    "rhombus": [(0, 0, 0), (5, 0, 0), (8, 4, 0), (3, 4, 0)],
    "parallelogram": [(0, 0, 0), (3, 0, 0), (4, 2, 0), (1, 2, 0)],
    "isosceles trapezoid": [(0, 0, 0), (4, 0, 0), (3, 2, 0), (1, 2, 0)],
    "trapezoid": [(0, 0, 0), (4, 0, 0), (3, 2, 0), (0.5, 2, 0)],
    "kite": [(0, 0, 0), (1, -1, 0), (4, 0, 0), (1, 1, 0)],
    "dart": [(0, 0, 0), (1, -1, 0), (0.5, 0, 0), (1, 1, 0)],
    "crossed square": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)],
    "bent square": [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0.1)],
    "skew equal sides": [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)],
}
PARALLELOGRAMS = {"square", "rectangle", "rhombus", "parallelogram"}
SPATIAL = {"bent square", "skew equal sides"}
HOLDS = {
    "square": {"square"},
    "regular": {"square"},
    "rectangle": {"square", "rectangle"},
    "rhombus": {"square", "rhombus"},
    "parallelogram": PARALLELOGRAMS,
    "trapezoid": PARALLELOGRAMS | {"isosceles trapezoid", "trapezoid"},
    "coplanar": set(QUADRANGLES) - SPATIAL,
    "concyclic": {"square", "rectangle", "isosceles trapezoid", "crossed square"},
    "convex": set(QUADRANGLES) - SPATIAL - {"dart", "crossed square"},
}


@pytest.mark.parametrize("shape", QUADRANGLES)
@pytest.mark.parametrize("name", HOLDS)
def test_a_condition_on_four_points_holds_for_exactly_the_quadrangles_that_have_it(name: str, shape: str) -> None:
    figure = parse_figure(f"points ABCD\ngiven {name}(A,B,C,D)\nfind AB")
    placed = Coordinates(points=dict(zip("ABCD", QUADRANGLES[shape], strict=True)))
    (check,) = verify(figure, moved(placed, np.random.default_rng(5), scale=11.0))
    assert (check.status == "passed") == (shape in HOLDS[name])


@pytest.mark.parametrize("n", [3, 4, 5, 6, 7, 8, 12])
def test_regular_means_a_regular_polygon_in_order_and_not_its_star_nor_its_shadow(n: int) -> None:
    turn = 2 * np.pi * np.arange(n) / n
    ring = np.stack([np.cos(turn), np.sin(turn), 0 * turn], axis=1)
    step = next((k for k in range(2, n - 1) if np.gcd(k, n) == 1), 1)
    shapes = [
        ring,
        ring[::-1],
        ring[np.arange(n) * step % n],
        ring * [1, 0.9, 1],
        ring + [0, 0, 0.2] * (ring[:, :1] > 0),
    ]
    labels = [f"A{i}" for i in range(n)]
    figure = parse_figure(f"points {''.join(labels)}\ngiven regular({','.join(labels)})\nfind A0A1")
    verdicts = []
    for shape in shapes:
        placed = Coordinates(points=dict(zip(labels, map(tuple, shape), strict=True)))
        verdicts.append(verify(figure, moved(placed, np.random.default_rng(n)))[0].status == "passed")
    assert verdicts == [True, True, step in (1, n - 1), False, False]
