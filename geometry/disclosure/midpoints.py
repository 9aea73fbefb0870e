"""Midpoints by name: a point on a segment at equal distances from its ends is the midpoint of the segment."""

from dataclasses import replace

from geometry.notation import syntax as s

_ONE = (s.Number("1"), s.Op("/", s.Number("1"), s.Number("1")))


def with_midpoints(figure: s.Figure) -> s.Figure:
    """The figure with `point M = midpoint(A, B)` for `point M on segment(A, B)` and `given AM = MB`."""
    for item in figure.declarations:
        match item:
            case s.PointDecl(label, "on", (s.Call("segment" | "line", (s.Labels((a,)), s.Labels((b,)))),)):
                halves = ({label, a}, {label, b})
                equal = [c for c in figure.givens if _equates(c, halves)]
                if equal:
                    middle = s.PointDecl(label, "equals", (s.Call("midpoint", (s.Labels((a,)), s.Labels((b,)))),))
                    declarations = tuple(middle if d is item else d for d in figure.declarations)
                    givens = tuple(c for c in figure.givens if c is not equal[0])
                    return with_midpoints(replace(figure, declarations=declarations, givens=givens))
    return figure


def _equates(condition: s.Condition, halves: tuple[set[str], set[str]]) -> bool:
    match condition:
        case s.Relation("=", s.Labels(left), s.Labels(right)):
            return (set(left), set(right)) in (halves, halves[::-1])
        case s.Relation("=", s.Op("/", s.Labels(left), s.Labels(right)), right_side) if right_side in _ONE:
            return (set(left), set(right)) in (halves, halves[::-1])
        case _:
            return False
