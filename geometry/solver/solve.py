"""From a figure to coordinates: solved and rigid, solved with freedom left, contradictory, or not solved.

The search is batched Levenberg–Marquardt from seeded starts, then scipy's trust-region least squares from more
starts. A solution is accepted only if every condition re-measures within tolerance and every inequality holds.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from geometry.checks import Check
from geometry.conditions.verify import verify
from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.notation.catalogue import HIDDEN, KINDS
from geometry.notation.walk import calls_in
from geometry.numerics.least_squares import jacobian, minimise
from geometry.numerics.vectors import Array
from geometry.record import Evidence
from geometry.shapes.congruence import distinct_shapes
from geometry.shapes.coordinates import Coordinates
from geometry.shapes.state import FigureState, coordinates_of, pick
from geometry.solver.extremum import HeldSystem, extremal_solutions
from geometry.solver.freedom import freedom_at, sharpen_double_root
from geometry.solver.model import Model
from geometry.solver.parametrise import FixedSolids, model_of
from geometry.solver.system import System
from geometry.tolerances import MARGIN_SLACK, SOLVED_RELATIVE

CONVERGED = 1e-11
"""Largest residual of a converged start; two digits below the tolerance of verification."""

CONVERGED_DEFLATED = 1e-9
"""The same at a double root, where finite-difference derivatives enter, which are accurate to about 1e-10."""

ROUNDS = (30, 24, 48)
"""Starts tried in each round; a round runs only if the earlier ones gave too few valid solutions."""

QUICK_ROUNDS = (16, 16)
"""Starts of a search for something that is known to exist."""

CASE_ROUNDS = (30, 24)
"""Starts for one case of a figure with discrete conditions; many cases have no solution, so scipy is left out."""

ENOUGH = 5
"""Solutions from the first round that make further rounds unnecessary."""

RUNAWAY = 1e4
"""A variable beyond this many figure sizes has diverged: relative residuals tend to zero at infinity."""

SCIPY_STARTS = 8
WANDERINGS = 6
WANDER = 0.2
"""Number of further figures sampled along the free directions, and their distance in figure sizes."""

SHARPENED = 5
"""Most solutions that are tested and refined if one is at a double root; each costs as much as a small search."""

FEW_VARIABLES_STARTS = 90
"""Lower bound of starts times variables in a round: more starts for figures with few variables."""

SLOW_STARTS = 6
"""Starts for figures whose conditions can only be measured one variant at a time."""

MEMO = 64
"""Figures whose outcome is kept: several stages ask about the same few figures of a problem."""


class SolvedFigure(Evidence):
    """Coordinates that satisfy every condition."""

    status: Literal["rigid", "free"]
    """`rigid`: no freedom left; `free`: `freedom` independent changes keep every condition true."""
    coordinates: Coordinates
    """One valid figure."""
    checks: tuple[Check, ...]
    """Every condition re-measured on it; all passed."""
    others: tuple[Coordinates, ...]
    """Figures of other shapes from other starts: other branches, other values of the free variables. Accepted by the
    search but not verified; the caller verifies those it uses."""
    freedom: int
    """Degrees of freedom left, rigid motions not counted."""
    set_to_one: tuple[str, ...]
    """Parameters the statement left general, now 1."""


class Contradictory(Evidence):
    """No figure satisfies all conditions together."""

    status: Literal["contradictory"] = "contradictory"
    conflict: tuple[str, ...]
    """A minimal set of conditions that cannot hold together: if any one is removed, the rest can."""


class Unsolved(Evidence):
    """The search found neither a figure nor a conflict."""

    status: Literal["unsolved"] = "unsolved"
    reason: str


Solution = SolvedFigure | Contradictory | Unsolved


def solve(figure: s.Figure, seed: int = 0) -> Solution:
    """The outcome for `figure`; the same figure and seed give the same coordinates."""
    return solve_keeping_vectors(figure, seed)[0]


@lru_cache(maxsize=MEMO)
def solve_keeping_vectors(figure: s.Figure, seed: int = 0) -> tuple[Solution, Array]:
    """The outcome, and the solver's variables `(k, n)` of the solutions it found, best first; empty if none."""
    try:
        return _search(figure, seed)
    except GeometryError as error:
        return Unsolved(reason=f"a condition cannot be measured: {error}"), _NO_VECTORS
    except np.linalg.LinAlgError:
        reason = "the equations of this figure cannot be computed; check for points that coincide"
        return Unsolved(reason=reason), _NO_VECTORS


_NO_VECTORS = np.zeros((0, 0))


def solve_nearby(figure: s.Figure, vectors: Array, units: Array) -> Coordinates | None:
    """A solution close to those of a figure that differs in its numbers only; None if there is none.

    `vectors` are the other figure's solutions `(k, n)` and `units` the sizes `(n,)` of its variables. It follows a
    solution instead of searching for all, so it takes milliseconds and says nothing about uniqueness.
    """
    try:
        model = model_of(figure)
        if vectors.shape[1] != len(model.variables.start):
            return None
        system = System(model)
        found = vectors
        if vectors.shape[1]:
            found = _valid(system, *minimise(system.residuals, vectors / units * model.units, model.units))
        elif not (_all_zero(system, vectors) and model.exists(vectors).all()):
            return None
        if len(found) and figure.extrema:
            found = extremal_solutions(system, found, figure.extrema[0])
        for coordinates in _shapes(figure, model, found):
            if all(check.status == "passed" for check in verify(figure, coordinates)):
                return coordinates
    except (GeometryError, np.linalg.LinAlgError):
        return None
    return None


@dataclass(frozen=True)
class Found:
    """What a search found: a model and the variables `(k, n)` of its solutions, none of them verified."""

    model: Model
    vectors: Array


def found_anywhere(figure: s.Figure, seed: int) -> Found:
    """The full search, solutions near the template first; raises GeometryError for conditions it cannot measure."""
    model = model_of(figure)
    return Found(model, _nearest_template_first(model, find_solutions(model, seed)))


def found_around(figure: s.Figure, fixed: FixedSolids, seed: int) -> Found:
    """A quick search for what is added to solids that stand where they are."""
    model = model_of(figure, fixed=fixed)
    return Found(model, find_solutions(model, seed, rounds=QUICK_ROUNDS))


def concluded(found: Found) -> Solution:
    """The outcome of a search, extremum and verification included, without a reason for a failure."""
    figure, vectors = found.model.figure, found.vectors
    if len(vectors) and figure.extrema:
        vectors = extremal_solutions(System(found.model), vectors, figure.extrema[0])
    return _solved(figure, found.model, vectors) if len(vectors) else Unsolved(reason="the search found no figure")


def solve_case(figure: s.Figure, case: s.Figure, seed: int) -> tuple[Solution, Array]:
    """The outcome for one case of a figure, without a reason for a failure; verified on the figure itself."""
    model = model_of(case)
    found = _nearest_template_first(model, find_solutions(model, seed, CASE_ROUNDS))
    if len(found) and figure.extrema:
        found = extremal_solutions(System(model), found, figure.extrema[0])
    return (_solved(figure, model, found) if len(found) else Unsolved(reason="the case has no solution")), found


def _search(figure: s.Figure, seed: int) -> tuple[Solution, Array]:
    from geometry.solver.cases import discrete_conditions, solve_cases

    if discrete_conditions(figure):
        return solve_cases(figure, seed)
    start = found_anywhere(figure, seed)
    model, found = start.model, start.vectors
    if len(found) and figure.extrema:
        found = extremal_solutions(System(model), found, figure.extrema[0])
        if not len(found):
            word = figure.extrema[0].direction.removesuffix("ize")
            return Unsolved(reason=f"no {word}um was reached: the quantity may be unbounded or its limit flat"), found
    if not len(found):
        from geometry.solver.conflicts import explain_failure

        return explain_failure(figure, seed), found
    return _solved(figure, model, found), found


def _solved(figure: s.Figure, model: Model, found: Array) -> Solution:
    system = System(model)
    watched = HeldSystem(system, figure.extrema[0], found[0]) if figure.extrema else system
    freedom = freedom_at(watched, found[0])
    if len(freedom.double_roots) and not figure.extrema:
        found = _sharpened(system, found)
    elif freedom.degrees and not figure.extrema:
        found = np.concatenate([found, _wander(system, found[0], freedom.directions)])
    coordinates = _shapes(figure, model, found)
    checks: list[Check] = []
    while coordinates:
        checks = verify(figure, coordinates[0])
        if all(check.status == "passed" for check in checks):
            break
        coordinates.pop(0)
    else:
        return Unsolved(reason=f"solutions were found but did not re-measure within {SOLVED_RELATIVE:g}")
    return SolvedFigure(
        status="free" if freedom.degrees else "rigid",
        coordinates=coordinates[0],
        checks=tuple(checks),
        others=tuple(coordinates[1:]),
        freedom=freedom.degrees,
        set_to_one=tuple(p.name for p in figure.params if p.value == s.Number("1")),
    )


def _shapes(figure: s.Figure, model: Model, found: Array) -> list[Coordinates]:
    """The solutions as records, one of each shape (congruence class), in order."""
    if not len(found):
        return []
    state = declared_only(figure, model.place(found))
    return [coordinates_of(pick(state, i)) for i in distinct_shapes(state, len(found))]


def _nearest_template_first(model: Model, found: Array) -> Array:
    """Solutions in the order of their distance from the template start: needle-shaped solutions look poor in a scene,
    and their ranks and gradients are ill-conditioned."""
    away = found / model.units - np.array(model.variables.start)
    return found[np.argsort(np.linalg.norm(away, axis=1), kind="stable")]


def _wander(system: System, x: Array, directions: Array) -> Array:
    """Further valid figures along the free directions, so that the target is not tested on one figure only."""
    rng = np.random.default_rng(len(x))
    mixed = rng.normal(size=(WANDERINGS, len(directions))) @ directions
    steps = WANDER * mixed / np.linalg.norm(mixed, axis=1, keepdims=True)
    units = system.model.units
    return _valid(system, *minimise(system.residuals, x + steps * units, units))


def _sharpened(system: System, found: Array) -> Array:
    """The first few solutions, each tested separately: regular ones unchanged, double roots moved to their exact
    position, and double roots that do not converge left out."""
    kept = []
    for x in found[:SHARPENED]:
        moved, worst = sharpen_double_root(system, x, freedom_at(system, x).double_roots)
        kept += [moved] if worst < CONVERGED_DEFLATED else []
    return np.array(kept)


def declared_only(figure: s.Figure, state: FigureState) -> FigureState:
    """`state` without the helper points and spheres that only the search needed."""
    points = {x for d in figure.solids for x in d.labels}
    points |= {d.label for d in figure.declarations if isinstance(d, s.PointDecl)}
    numbers = {d.name for d in figure.declarations if isinstance(d, s.Param | s.Unknown)}
    numbers |= {f"{d.name}{HIDDEN}{size}" for d in figure.solids for size in ("radius", "top_radius")}
    state.points = {name: p for name, p in state.points.items() if name in points}
    state.numbers = {name: v for name, v in state.numbers.items() if name in numbers}
    return state


def find_solutions(model: Model, seed: int, rounds: tuple[int, ...] = ROUNDS, enough: int = ENOUGH) -> Array:
    """Valid variable vectors `(k, n)` in the order of their starts, empty if none was found.

    A second round runs if the first gave fewer than `enough`: if few starts converge, another branch may have been
    missed. With other `rounds` than the full search, scipy is left out as well.
    """
    system = System(model)
    rng = np.random.default_rng(seed)
    if not model.variables.start:
        x = np.zeros((1, 0))
        holds = model.exists(x).all() and _all_zero(system, x) and system.margins(x)[0] > -MARGIN_SLACK
        return x if holds else x[:0]
    slow, found = _is_slow(model), np.zeros((0, len(model.variables.start)))
    for number, count in enumerate(rounds):
        starts = model.starts(rng, _how_many(model, count, slow))
        if number:
            # First steer the starts to the right side of every inequality.
            starts, _ = minimise(system.penalised_residuals, starts, model.units, rounds=40)
        found = np.concatenate([found, _valid(system, *minimise(system.residuals, starts, model.units))])
        if len(found) >= min(enough, len(starts) - 1) or (number and len(found)):
            return found
        if number and slow:
            break
    if rounds != ROUNDS:
        return found
    return _by_scipy(system, model.starts(rng, SLOW_STARTS if slow else SCIPY_STARTS))


def _how_many(model: Model, count: int, slow: bool) -> int:
    """Starts of one round: more if there are few variables, since those are cheap and often have two roots."""
    if slow:
        return SLOW_STARTS
    return max(count, FEW_VARIABLES_STARTS // len(model.variables.start))


def _all_zero(system: System, x: Array) -> bool:
    residuals = system.residuals(x)
    return residuals.size == 0 or float(np.abs(residuals).max()) < CONVERGED


def _valid(system: System, x: Array, worst: Array) -> Array:
    return np.asarray(x[is_valid(system, x, worst)])


def is_valid(system: System, x: Array, worst: Array) -> NDArray[np.bool_]:
    """Which rows of `x` `(N, n)`, whose largest residuals are `worst`, are solutions with every margin positive."""
    y = x / system.model.units
    valid = (worst < CONVERGED) & (np.abs(y).max(-1, initial=0.0) < RUNAWAY)
    if valid.any():
        valid[valid] = system.model.exists(x[valid])
    rows = np.flatnonzero(valid)
    if len(rows):
        # Many starts converge to the same point: check it once and use the result for all of them.
        _, first, same = np.unique(np.round(y[rows], 7), axis=0, return_index=True, return_inverse=True)
        inside = system.margins(x[rows[first]]) > -MARGIN_SLACK
        valid[rows] = inside[same.reshape(-1)]
    return np.asarray(valid)


CUTS = frozenset(("part", "larger_part", "smaller_part", "section"))
SLOW_CALLS = CUTS | {"common", "surface_path", "inradius", "midradius"}


def _is_slow(model: Model) -> bool:
    """Whether some condition can only be measured one variant at a time."""
    return any(_slow_call(call, model) for condition in model.equations for call in calls_in(condition))


def _slow_call(call: s.Call, model: Model) -> bool:
    if call.name not in SLOW_CALLS:
        return False
    if call.name not in CUTS or not isinstance(call.args[0], s.Name):
        return True
    kind = model.solids[call.args[0].id].kind
    return KINDS[kind].family != "polyhedron" and kind != "sphere"


def _by_scipy(system: System, starts: Array) -> Array:
    """Trust-region least squares from each start: slower, but it converges in valleys where damping stalls."""
    units = system.model.units
    found: list[Array] = []
    for start in starts:
        try:
            result = least_squares(
                lambda y: np.nan_to_num(system.residuals((y * units)[None])[0], nan=1e3),
                start / units,
                jac=lambda y: np.nan_to_num(jacobian(system.residuals, (y * units)[None], units)[1][0] * units),
                method="trf",
                xtol=1e-15,
                ftol=1e-15,
                gtol=1e-15,
                max_nfev=200,
            )
        except (np.linalg.LinAlgError, GeometryError):
            continue
        x, worst = minimise(system.residuals, (result.x * units)[None], units, rounds=6)
        found.extend(_valid(system, x, worst))
    return np.array(found) if found else np.zeros((0, starts.shape[1]))
