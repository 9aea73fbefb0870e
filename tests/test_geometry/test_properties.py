"""Random solids measured with plain numpy: what is true of one of them is solved, counted and judged accordingly.

A shape is drawn first and measured independently of the kernel; the measurements become decimal conditions. They
are consistent by construction, so "contradictory" is a fault of the kernel, never of the figure; and whoever
claims that the target has one value must name the value of the shape drawn.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product
from typing import SupportsFloat

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from geometry.conditions.verify import verify
from geometry.notation.resolve import parse_figure
from geometry.numerics.vectors import Array
from geometry.report.check_figure import check_figure, measure_target
from geometry.shapes.coordinates import Coordinates
from geometry.solver.solve import SolvedFigure, solve
from tests.support.figure_strategies import examples, moved

SEEDS = st.integers(0, 2**32 - 1)
Numbers = Sequence[float] | Array
# Text, power of length, labels, and the function of their places.
Measure = tuple[str, int, tuple[str, ...], Callable[..., SupportsFloat]]


# Shapes: as many numbers as the kind has degrees of freedom, and the points they give


@dataclass(frozen=True)
class Shape:
    head: str
    labels: str
    middle: list[float]
    spread: list[float]
    build: Callable[[Array], Array]


TRIANGLE = ([1.0, 0.4, 0.9], [0.3, 0.3, 0.3])
QUADRANGLE = ([1.0, 1.0, 1.0, 0.0, 1.0], [0.25, 0.2, 0.2, 0.2, 0.2])
LEAN = ([0.2, 0.3, 1.1], [0.4, 0.4, 0.5])


def _ring(p: Numbers) -> Array:
    """A polygon of the plane z = 0 by its first side and its other vertices."""
    return np.array([(0, 0, 0), (p[0], 0, 0), *((x, y, 0) for x, y in zip(p[1::2], p[2::2], strict=True))])


def _stretched(p: Numbers) -> Array:
    base = _ring(p[:3])
    top = base.mean(0) + (base - base.mean(0)) * p[3] + p[4:]
    return np.concatenate([base, top])


def _slanted(p: Numbers) -> Array:
    base = np.array([(0, 0, 0), (p[0], 0, 0), (p[0] + p[1], p[2], 0), (p[1], p[2], 0)])
    return np.concatenate([base, base + np.array(p[3:])])


def _box(p: Numbers) -> Array:
    return _slanted([p[0], 0, p[1], 0, 0, p[2]])


def _prism(p: Numbers) -> Array:
    base = _ring(p[:-3])
    return np.concatenate([base, base + np.array(p[-3:])])


def _right_prism(p: Numbers) -> Array:
    return _prism([*p[:-1], 0, 0, p[-1]])


def _pyramid(p: Numbers) -> Array:
    return np.concatenate([[p[-3:]], _ring(p[:-3])])


def _numbers(*pairs: tuple[list[float], list[float]]) -> tuple[list[float], list[float]]:
    """The middles and the spreads of a shape's numbers, from those of its parts."""
    return [x for pair in pairs for x in pair[0]], [x for pair in pairs for x in pair[1]]


SHAPES = [
    Shape("tetrahedron DABC", "DABC", *_numbers(TRIANGLE, LEAN), _pyramid),
    Shape("pyramid P-ABCD", "PABCD", *_numbers(QUADRANGLE, LEAN), _pyramid),
    Shape("prism ABC-DEF", "ABCDEF", *_numbers(TRIANGLE, LEAN), _prism),
    Shape("right prism ABCD-EFGH", "ABCDEFGH", *_numbers(QUADRANGLE, ([1.1], [0.5])), _right_prism),
    Shape("frustum ABC-DEF", "ABCDEF", *_numbers(TRIANGLE, ([0.5], [0.2]), LEAN), _stretched),
    Shape("parallelepiped ABCD-EFGH", "ABCDEFGH", *_numbers(TRIANGLE, LEAN), _slanted),
    Shape("cuboid ABCD-EFGH", "ABCDEFGH", [1.1, 1.1, 1.1], [0.7, 0.7, 0.7], _box),
]


# Measurements with plain numpy: text, power of length, function of the places


def _angle(u: Array, v: Array) -> float:
    return float(np.arctan2(np.linalg.norm(np.cross(u, v)), u @ v))


def _normal(a: Array, b: Array, c: Array) -> Array:
    return np.cross(b - a, c - a)


def _dihedral(a: Array, b: Array, c: Array, d: Array) -> float:
    along = (c - b) / np.linalg.norm(c - b)
    first, second = (p - b - along * ((p - b) @ along) for p in (a, d))
    return _angle(first, second)


def measures(labels: str) -> Iterator[Measure]:
    """Every length, angle, area, distance, volume and dihedral angle among the labels."""
    for pair in combinations(labels, 2):
        yield "".join(pair), 1, pair, lambda a, b: np.linalg.norm(b - a)
    for a, b, c in combinations(labels, 3):
        yield f"area({a},{b},{c})", 2, (a, b, c), lambda a, b, c: np.linalg.norm(_normal(a, b, c)) / 2
        for p, q, r in ((a, b, c), (b, c, a), (c, a, b)):
            yield f"angle({p},{q},{r})", 0, (p, q, r), lambda p, q, r: _angle(p - q, r - q)
    for a, b, c, d in permutations(labels, 4):
        if a < b < c:
            yield f"distance({d}, plane({a},{b},{c}))", 1, (a, b, c, d), _height
            yield f"dihedral({a}-{b}{c}-{d})", 0, (a, b, c, d), _dihedral
            yield (
                f"volume(hull({a},{b},{c},{d}))",
                3,
                (a, b, c, d),
                lambda a, b, c, d: _height(a, b, c, d) * np.linalg.norm(_normal(a, b, c)) / 6,
            )


def _height(a: Array, b: Array, c: Array, d: Array) -> float:
    normal = _normal(a, b, c)
    return float(abs(normal @ (d - a)) / np.linalg.norm(normal))


def value_of(measure: Measure, places: dict[str, Array]) -> float:
    return float(measure[3](*(places[x] for x in measure[2])))


def is_sharp(measure: Measure, value: float) -> bool:
    """Angles near 0 or 180° and tiny sizes lose the digits that a decimal condition carries."""
    return 0.1 < value < (np.inf if measure[1] else np.pi - 0.1)


class Drawn:
    """A random shape of one kind at a random scale, and true measurements of it."""

    def __init__(self, shape: Shape, seed: int, count: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.shape = shape
        self.p = np.array(shape.middle) + np.array(shape.spread) * self.rng.uniform(-1, 1, len(shape.middle))
        self.scale = float(np.exp(self.rng.uniform(-2, 4)))
        places = self.places(self.p)
        self.usable = [m for m in measures(shape.labels) if is_sharp(m, value_of(m, places))]
        self.chosen = self.some(count)

    def some(self, count: int) -> list[Measure]:
        """Random measurements; lengths as often as everything else together, as in textbooks."""
        lengths = [m for m in self.usable if len(m[0]) == 2]
        pools = [lengths if self.rng.random() < 0.5 else self.usable for _ in range(count)]
        return list({m[0]: m for m in (pool[int(self.rng.integers(len(pool)))] for pool in pools)}.values())

    def places(self, p: Array) -> dict[str, Array]:
        return dict(zip(self.shape.labels, self.shape.build(p), strict=True))

    def true_value(self, measure: Measure) -> float:
        return value_of(measure, self.places(self.p)) * self.scale ** measure[1]

    def source(self, target: Measure) -> str:
        given_lines = [f"given {m[0]} = {self.true_value(m):.15g}{'' if m[1] else ' rad'}" for m in self.chosen]
        return "\n".join([f"solid {self.shape.head}", *given_lines, f"find {target[0]}"])

    @property
    def coordinates(self) -> Coordinates:
        places = self.scale * self.shape.build(self.p)
        return Coordinates(points=dict(zip(self.shape.labels, map(tuple, places), strict=True)))

    def slopes(self, chosen: list[Measure]) -> Array:
        """The derivatives of measurements by the shape's own numbers, `(m, n)`."""
        columns = []
        for step in 1e-6 * np.eye(len(self.p)):
            after, before = self.places(self.p + step), self.places(self.p - step)
            columns.append([(value_of(m, after) - value_of(m, before)) / 2e-6 for m in chosen])
        return np.array(columns).T


def rank_of(rows: Array) -> int:
    """The rank of a matrix; where a singular value is neither clearly zero nor clearly not, the example is left out."""
    sizes = np.linalg.svd(rows, compute_uv=False)
    # Slopes of unit-sized shapes are about one; the right angles of a box have none at all.
    sizes = sizes / max(sizes.max(), 0.1)
    assume(not ((sizes > 1e-8) & (sizes < 1e-2)).any())
    return int((sizes > 1e-4).sum())


def shapes(function: Callable[..., None]) -> Callable[..., None]:
    """The property for every kind of shape."""
    marked: Callable[..., None] = pytest.mark.parametrize("shape", SHAPES, ids=[shape.head for shape in SHAPES])(
        function
    )
    return marked


@pytest.mark.slow
@shapes
@examples(12)
@given(seed=SEEDS, count=st.integers(1, 12))
def test_the_verifier_agrees_with_numpy_on_every_measurement_of_a_random_solid(
    shape: Shape, seed: int, count: int
) -> None:
    drawn = Drawn(shape, seed, count)
    (target,) = drawn.some(1)
    figure = parse_figure(drawn.source(target))
    assert [c.sentence for c in verify(figure, drawn.coordinates) if c.status != "passed"] == []
    assert measure_target(figure, drawn.coordinates) == pytest.approx(drawn.true_value(target), rel=1e-9)


@pytest.mark.slow
@shapes
@examples(6)
@given(seed=SEEDS, count=st.integers(1, 9))
def test_true_conditions_of_a_random_solid_are_solved_and_the_freedom_is_the_rank_left(
    shape: Shape, seed: int, count: int
) -> None:
    drawn = Drawn(shape, seed, count)
    figure = parse_figure(drawn.source(drawn.chosen[0]))
    rank = rank_of(drawn.slopes(drawn.chosen))
    outcome = solve(figure)
    assert isinstance(outcome, SolvedFigure), f"{outcome}\n{drawn.source(drawn.chosen[0])}"
    assert outcome.freedom == len(drawn.p) - rank, drawn.source(drawn.chosen[0])
    report = check_figure(figure)
    assert report.ok
    assert all(check.status == "passed" for check in report.checks)
    assert report.value == pytest.approx(drawn.true_value(drawn.chosen[0]), rel=1e-9)


@pytest.mark.slow
@shapes
@examples(8)
@given(seed=SEEDS, count=st.integers(2, 8))
def test_one_value_of_the_target_is_claimed_only_when_it_is_the_value_of_every_shape_drawn(
    shape: Shape, seed: int, count: int
) -> None:
    drawn = Drawn(shape, seed, count)
    (target,) = drawn.some(1)
    report = check_figure(parse_figure(drawn.source(target)))
    assert report.status in ("rigid", "free", "ill_posed"), f"{report.status} {report.reason}\n{drawn.source(target)}"
    if report.ok:
        assert report.value == pytest.approx(drawn.true_value(target), rel=1e-6), drawn.source(target)


@pytest.mark.slow
@shapes
@examples(6)
@given(seed=SEEDS, count=st.integers(1, 6))
def test_a_target_that_can_change_while_all_conditions_hold_is_ill_posed(shape: Shape, seed: int, count: int) -> None:
    drawn = Drawn(shape, seed, count)
    (target,) = drawn.some(1)
    slopes = drawn.slopes([*drawn.chosen, target])
    assume(rank_of(slopes) > rank_of(slopes[:-1]))
    report = check_figure(parse_figure(drawn.source(target)))
    assert report.status == "ill_posed", f"{report.status} {report.value}\n{drawn.source(target)}"
    assert len(report.spread) >= 2


# Round solids: closed forms in radius r, height h and top radius t

PI = np.pi


def _slant(r: float, h: float, t: float) -> float:
    return float(np.hypot(h, r - t))


ROUND = {
    "radius": lambda r, h, t: r,
    "diameter": lambda r, h, t: 2 * r,
    "height": lambda r, h, t: h,
    "slant": _slant,
    "circumference": lambda r, h, t: 2 * PI * r,
    "base_area": lambda r, h, t: PI * r**2,
    "lateral_area": lambda r, h, t: PI * (r + t) * _slant(r, h, t),
    "surface_area": lambda r, h, t: PI * ((r + t) * _slant(r, h, t) + r**2 + t**2),
    "volume": lambda r, h, t: PI * h * (r**2 + r * t + t**2) / 3,
    "top_radius": lambda r, h, t: t,
    "top_area": lambda r, h, t: PI * t**2,
}
MISSING = {"cone": {"top_radius", "top_area"}, "cylinder": {"slant", "top_radius", "top_area"}, "cone_frustum": set()}


@pytest.mark.slow
@pytest.mark.parametrize("kind", MISSING)
@examples(40)
@given(seed=SEEDS, count=st.integers(1, 4))
def test_true_conditions_of_a_random_round_solid_are_solved_and_no_other_value_is_claimed(
    kind: str, seed: int, count: int
) -> None:
    rng = np.random.default_rng(seed)
    r, h = np.exp(rng.uniform(-2, 3, 2))
    t = {"cone": 0.0, "cylinder": r, "cone_frustum": r * rng.uniform(0.2, 0.8)}[kind]
    names = [name for name in ROUND if name not in MISSING[kind]]
    *chosen, target = rng.choice(names, count + 1, replace=False)
    conditions = [f"given {name}(k) = {ROUND[name](r, h, t):.15g}" for name in chosen]
    source = "\n".join([f"solid {kind} k", *conditions, f"find {target}(k)"])
    report = check_figure(parse_figure(source))
    assert report.status in ("rigid", "free", "ill_posed"), f"{report.status} {report.reason}\n{source}"
    assert all(check.status == "passed" for check in report.checks)
    wanted = ROUND[target](r, h, t)
    if report.ok:
        assert report.value == pytest.approx(wanted, rel=1e-6), source
    elif report.freedom == 0:
        assert min(abs(v - wanted) for v in report.spread) < 1e-6 * wanted, source


# Where a point lies: every place of a lattice about a cube, a ball and a cylinder that share the corner A

CORNERS = {"A": (0, 0, 0), "B": (1, 0, 0), "C": (1, 1, 0), "D": (0, 1, 0)}
CORNERS |= {top: (x, y, 1) for top, (x, y, _) in zip("EFGH", CORNERS.values(), strict=True)}
PLACES = {
    "on(X, segment(A,B))": lambda x, y, z: y == z == 0 and 0 <= x <= 1,
    "on(X, ray(A,B))": lambda x, y, z: y == z == 0 and x >= 0,
    "on(X, line(A,B))": lambda x, y, z: y == z == 0,
    "collinear(A,B,X)": lambda x, y, z: y == z == 0,
    "on(X, plane(A,B,C))": lambda x, y, z: z == 0,
    "coplanar(A,B,C,X)": lambda x, y, z: z == 0,
    "on(X, polygon(A,B,C,D))": lambda x, y, z: z == 0 and 0 <= x <= 1 and 0 <= y <= 1,
    "on(X, surface(k))": lambda x, y, z: max(abs(x - 0.5), abs(y - 0.5), abs(z - 0.5)) == 0.5,
    "on(X, interior(k))": lambda x, y, z: max(abs(x - 0.5), abs(y - 0.5), abs(z - 0.5)) < 0.5,
    "same_side(X, E, plane(A,B,C))": lambda x, y, z: z > 0,
    "opposite_sides(X, E, plane(A,B,C))": lambda x, y, z: z < 0,
    "on(X, surface(s))": lambda x, y, z: x * x + y * y + z * z == 1,
    "on(X, interior(s))": lambda x, y, z: x * x + y * y + z * z < 1,
    "on(X, circle(c))": lambda x, y, z: z == 0 and x * x + y * y == 1,
    "on(X, topcircle(c))": lambda x, y, z: z == 1 and x * x + y * y == 1,
    "on(X, interior(c))": lambda x, y, z: 0 < z < 1 and x * x + y * y < 1,
}
BODIES = "solid cube k = ABCD-EFGH\nsolid sphere s = A\nsolid cylinder c = A-E\npoint X\n"
PLACED = parse_figure(f"{BODIES}given {', '.join(PLACES)}\nfind AX")


@pytest.mark.slow
@pytest.mark.parametrize("place", list(product((-0.5, 0.0, 0.5, 1.0, 1.5), repeat=3)))
def test_a_point_lies_where_its_coordinates_say(place: tuple[float, float, float]) -> None:
    coordinates = Coordinates(points=CORNERS | {"X": place}, numbers={"s.radius": 1, "c.radius": 1})
    checks = verify(PLACED, moved(coordinates, np.random.default_rng(11), scale=8.0))[-len(PLACES) :]
    assert {check.name for check in checks if check.status == "passed"} == {
        f"given {text.replace(',', ', ').replace('  ', ' ')}" for text, holds in PLACES.items() if holds(*place)
    }


@pytest.mark.parametrize("gap", [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0])
def test_spheres_touch_at_the_sum_or_the_difference_of_their_radii(gap: float) -> None:
    contacts = "tangent(a, b), internally_tangent(b, a), internally_tangent(a, b)"
    figure = parse_figure(f"solid sphere a = A\nsolid sphere b = B\ngiven {contacts}\nfind AB")
    placed = Coordinates(points={"A": (0, 0, 0), "B": (gap, 0, 0)}, numbers={"a.radius": 1.5, "b.radius": 0.5})
    checks = verify(figure, moved(placed, np.random.default_rng(2)))[-3:]
    assert [check.status == "passed" for check in checks] == [gap == 2.0, gap == 1.0, False]
