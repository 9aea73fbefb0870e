"""What the kernel is compared with: the target of a figure by `sympy.nsolve` on its textbook equations.

The baseline gets a parsed figure and nothing from the kernel. It starts at a solid of a common shape and size and
takes the first root with positive sizes that fulfils the inequalities. It does not verify the figure, look for
other solutions or solve extremal figures.
"""

from itertools import product
from typing import Any

import numpy as np
import sympy as sp

from bench.nsolve.equations import equations_of
from bench.nsolve.formulas import NotCoveredError
from bench.nsolve.scene import Scene, place
from geometry.notation import syntax as s
from geometry.notation.dimensions import dimension_of
from geometry.notation.spatial import is_spatial

SCALES = (1.0, 3.0, 10.0)
"""Sizes of the solid that is started from; most stated lengths are between them."""

SPREAD = 0.2
"""A start is moved by up to this share, because symmetric starts have singular Jacobians."""

STEPS = 40
"""Newton steps from one start; mpmath's ten are too few from a start of the wrong size."""

TINY = 1e-9
"""Sizes below this are zero, and so are imaginary parts: the root of a degenerate figure."""


class NoRootError(ArithmeticError):
    """nsolve found no root from any start, or the target has no real value there."""


def nsolve_target(figure: s.Figure, seed: int) -> float:
    """The value of the target, `seed` moving the starts; raises NotCoveredError or NoRootError."""
    if figure.extrema:
        raise NotCoveredError("an extremal figure")
    scene = Scene(is_sized=_states_a_length(figure))
    place(figure, scene)
    found = [sp.sympify(e) for condition in figure.givens for e in equations_of(condition, scene)]
    target = sp.sympify(scene.value(figure.target))
    known = _stated_sizes(found)
    equations = [e for e in dict.fromkeys(e.xreplace(known) for e in found) if not e.is_number]
    used = set().union(*(e.free_symbols for e in (*equations, target.xreplace(known))))
    symbols = [x for x in scene.starts if x in used]
    if len(equations) < len(symbols):
        raise NotCoveredError("fewer equations than unknowns")
    roots = _root(equations, symbols, scene, known, seed) if symbols else known
    value = sp.N(target.xreplace(roots))
    if not value.is_finite or abs(sp.im(value)) > TINY:
        raise NoRootError("the target is not a real number at the root")
    return float(sp.re(value))


def _states_a_length(figure: s.Figure) -> bool:
    """Whether a given compares a length, area or volume with a plain number."""
    relations = [c for c in figure.givens if isinstance(c, s.Relation) and not is_spatial(c.left)]
    sides = [(dimension_of(c.left), dimension_of(c.right)) for c in relations]
    return any("constant" in (a.kind, b.kind) and (a.power or b.power) for a, b in sides)


def _stated_sizes(equations: list[Any]) -> dict[Any, Any]:
    """The symbols that an equation like `x - 5` gives at once; by hand one puts them in."""
    pairs = [e.args for e in equations if e.is_Add and len(e.args) == 2]
    return {x: -number for number, x in pairs if number.is_number and x.is_Symbol}


def _root(equations: list[Any], symbols: list[Any], scene: Scene, known: dict[Any, Any], seed: int) -> dict[Any, Any]:
    """The first root that is meant; every other start has the free coordinates on the other side."""
    rng = np.random.default_rng(seed)
    for scale, side in product(SCALES, (1, -1)):
        shares = 1 + SPREAD * rng.uniform(-1, 1, len(symbols))
        starts = [scene.starts[x] * scale * (1 if x.is_positive else side) for x in symbols]
        try:
            found = sp.nsolve(equations, symbols, [float(v) for v in starts * shares], maxsteps=STEPS)
        except (ValueError, ZeroDivisionError):
            continue  # mpmath's words for "no convergence" and "singular"
        roots = known | dict(zip(symbols, found, strict=True))
        # A size that neither equations nor target need has no value.
        if all(e.xreplace(roots).free_symbols or sp.N(e.xreplace(roots)) > TINY for e in scene.positive):
            return roots
    raise NoRootError("no start led to a root that is meant")
