"""The canonical text of a figure: one spelling for everything; parsing it returns the same figure (round trip)."""

from geometry.notation import syntax as s
from geometry.notation.catalogue import is_hidden

_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 4}
_ATOM = 5


def print_figure(figure: s.Figure) -> str:
    """Canonical text, one statement per line: declarations, given conditions, target, key."""
    lines = [print_line(item) for item in (*figure.declarations, *figure.givens, *figure.extrema)]
    lines.append(f"find {print_expr(figure.target)}")
    lines += [print_key(figure.key)] if figure.key else []
    return "\n".join(lines) + "\n"


def print_line(item: s.Declaration | s.Condition | s.Extremum) -> str:
    """The line of one declaration, condition or extremum."""
    match item:
        case s.Relation() | s.Call():
            return f"given {print_condition(item)}"
        case s.Extremum(direction, quantity):
            return f"{direction} {print_expr(quantity)}"
        case _:
            return _declaration(item)


def print_key(key: s.AnswerKey) -> str:
    """The line of a key."""
    where = " = ".join(map(print_expr, key.where))
    return f"key {print_expr(key.expression)}" + (f" where {where}" if where else "")


def print_condition(condition: s.Condition) -> str:
    if isinstance(condition, s.Relation):
        return f"{print_expr(condition.left)} {condition.sign} {print_expr(condition.right)}"
    return print_expr(condition)


def print_expr(expr: s.Expr) -> str:
    return _show(expr)[0]


def _declaration(item: s.Declaration) -> str:
    match item:
        case s.Param(name, value):
            return f"param {name} = {print_expr(value)}"
        case s.Unknown(name):
            return f"unknown {name}"
        case s.SolidDecl():
            return _solid(item)
        case s.PlaneDecl(name, definition):
            return f"plane {name}" + "".join(f" = {print_expr(d)}" for d in definition)
        case s.PointDecl(label, how, definition):
            joint = {"free": "", "equals": " = ", "on": " on "}[how]
            return f"point {label}{joint}" + "".join(print_expr(d) for d in definition)


_SIDES = {3: "triangular", 4: "quadrangular", 5: "pentagonal", 6: "hexagonal"}


def _solid(item: s.SolidDecl) -> str:
    words = ["solid", *item.properties]
    groups = ["".join(group) for group in item.groups if not is_hidden(group[0])]
    if item.kind in ("prism", "pyramid", "frustum") and not groups:
        words.append(_SIDES[len(item.groups[-1])])
    words.append(item.kind)
    if item.parts:
        text = " ".join(f"{sign} {name}" for sign, name in item.parts)
        return " ".join([*words, item.name, "=", text.removeprefix("+ ")])
    if item.faces:
        return " ".join([*words, item.name, "=", f"faces({', '.join(''.join(f) for f in item.faces)})"])
    labels = "-".join(groups)
    if labels and labels != item.name:
        return " ".join([*words, item.name, "=", labels])
    return " ".join([*words, item.name])


def _show(expr: s.Expr) -> tuple[str, int]:
    match expr:
        case s.Number(text):
            return text, _ATOM
        case s.Name(name):
            return name, _ATOM
        case s.Labels(labels):
            return "".join(labels), _ATOM
        case s.Triple(x, y, z):
            return f"({print_expr(x)}, {print_expr(y)}, {print_expr(z)})", _ATOM
        case s.Neg(operand):
            return f"-{_wrap(operand, 3)}", 2
        case s.Call("degrees", (angle,)):
            return f"{_wrap(angle, _ATOM) if isinstance(angle, s.Number) else f'({print_expr(angle)})'}°", 3
        case s.Call("radians", (angle,)):
            return f"{print_expr(angle)} rad", 0
        case s.Call("dihedral", (s.Labels((a,)), s.Labels((b,)), s.Labels((c,)), s.Labels((d,)))):
            return f"dihedral({a}-{b}{c}-{d})", _ATOM
        case s.Call("edges", (solid, *lengths)):
            return f"edges({print_expr(solid)}) = {{{', '.join(map(print_expr, lengths))}}}", 0
        case s.Call(name, args):
            return f"{name}({', '.join(print_expr(a) for a in args)})", _ATOM
        case s.Op("^", left, right):
            return f"{_wrap(left, _ATOM)}^{_wrap(right, _ATOM)}", 4
        case s.Op(op, left, right):
            level = _PRECEDENCE[op]
            # A right operand of equal precedence needs brackets: a - (b - c), a / (b * c).
            return f"{_wrap(left, level)} {op} {_wrap(right, level + 1)}", level


def _wrap(expr: s.Expr, least: int) -> str:
    text, level = _show(expr)
    return text if level >= least else f"({text})"
