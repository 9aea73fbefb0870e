"""Conditions for the search: discontinuous or partial measures are replaced by smooth equivalents.

`distance(line, plane)` is zero wherever the two are not parallel, and `inradius(k)` does not exist until a sphere
touches every face; a search needs a gradient. The replacement states the same with an explicit parallelism, or an
explicit touching sphere. Verification always uses the original condition.
"""

from dataclasses import dataclass, field, replace

from geometry.conditions.kind_conditions import call
from geometry.notation import syntax as s
from geometry.notation.catalogue import HIDDEN, KINDS, edges_of

_LINES = ("line", "segment", "ray", "axis", "normal_line", "parallel_line")


@dataclass
class SmoothConditions:
    """The searchable conditions, and the spheres that had to be introduced for them."""

    conditions: list[s.Condition] = field(default_factory=list)
    spheres: dict[str, s.SolidDecl] = field(default_factory=dict)


def smoothed(givens: tuple[s.Condition, ...], figure: s.Figure) -> SmoothConditions:
    """`givens` with every measure that has no useful gradient replaced."""
    result = SmoothConditions()
    planes = {d.name for d in figure.declarations if isinstance(d, s.PlaneDecl)}
    rewriter = _Rewriter(result, {d.name: d for d in figure.solids}, planes)
    for condition in givens:
        extra = len(result.conditions)
        changed = rewriter.condition(condition)
        result.conditions.insert(extra, changed)
    return result


@dataclass
class _Rewriter:
    result: SmoothConditions
    solids: dict[str, s.SolidDecl]
    planes: set[str]

    def condition(self, condition: s.Condition) -> s.Condition:
        if isinstance(condition, s.Relation) and s.Number("0") in (condition.left, condition.right):
            # Intersecting objects also have distance zero: it does not imply parallelism.
            return condition
        if isinstance(condition, s.Relation):
            left, right = self.expr(condition.left), self.expr(condition.right)
            return replace(condition, left=left, right=right)
        return condition

    def expr(self, expr: s.Expr) -> s.Expr:
        match expr:
            case s.Op(_, left, right):
                return replace(expr, left=self.expr(left), right=self.expr(right))
            case s.Neg(operand):
                return replace(expr, operand=self.expr(operand))
            case s.Call("distance", (first, second)):
                return self._distance(expr, first, second)
            case s.Call("inradius" | "circumradius" | "midradius" as name, (s.Name(solid),)) if self._is_poly(solid):
                return self._touching_sphere(name, solid)
            case s.Call(_, args):
                return replace(expr, args=tuple(self.expr(a) for a in args))
            case _:
                return expr

    def _is_poly(self, solid: str) -> bool:
        return KINDS[self.solids[solid].kind].family == "polyhedron"

    def _contacts(self, measure: str, solid: str, sphere: str) -> list[s.Condition]:
        """What the sphere of this measure touches: all faces, all vertices or all edges."""
        if measure == "midradius":
            return [call("tangent", s.Name(sphere), call("line", a, b)) for a, b in edges_of(self.solids[solid])]
        pair = (s.Name(sphere), s.Name(solid)) if measure == "inradius" else (s.Name(solid), s.Name(sphere))
        return [s.Call("inscribed", pair)]

    def _is_plane(self, expr: s.Expr) -> bool:
        if isinstance(expr, s.Name):
            return expr.id in self.planes
        return isinstance(expr, s.Call) and (
            expr.name == "plane" or expr.name.endswith("_plane") or expr.name in ("base", "top")
        )

    def _distance(self, expr: s.Call, first: s.Expr, second: s.Expr) -> s.Expr:
        if self._is_plane(first) and not self._is_plane(second):
            first, second = second, first
        is_line = isinstance(first, s.Call) and first.name in _LINES
        if not self._is_plane(second) or not (is_line or self._is_plane(first)):
            return expr
        self.result.conditions.append(s.Call("parallel", (first, second), expr.span))
        return s.Call("gap", (first, second), expr.span)

    def _touching_sphere(self, measure: str, solid: str) -> s.Expr:
        name = f"{solid}{HIDDEN}{measure}"
        if name not in self.result.spheres:
            centre = f"{name}{HIDDEN}center"
            self.result.spheres[name] = s.SolidDecl("sphere", (), name, ((centre,),))
            self.result.conditions += self._contacts(measure, solid, name)
        return s.Call("radius", (s.Name(name),))
