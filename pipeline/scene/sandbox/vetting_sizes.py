"""Static bounds on numbers and loops in a script that would take unbounded memory or time.

Folds constant arithmetic within bounds of its own and never computes a large number to find out that it is large. What
depends on values at run time is left to the sandbox's limits.
"""

import ast
import math
import operator
from collections.abc import Callable, Mapping

from pipeline.scene.sandbox.vetting_rules import LARGEST_EXPONENT, LARGEST_REPEAT, LONGEST_TEXT, NUMBER_CAPS

_DEEPEST_FOLD = 8
"""Depth limit: sums of sums of names double the work with each level."""
_LARGEST_INTEGER = 10**18

Values = Mapping[str, ast.expr]
"""Names assigned exactly once."""


def fold(node: ast.expr, values: Values, depth: int = 0) -> float | None:
    """The value of a constant expression (infinite when huge), or None."""
    if depth > _DEEPEST_FOLD:
        return None
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
        return _clip(node.value)
    if isinstance(node, ast.Name) and node.id in values:
        return fold(values[node.id], values, depth + 1)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        inner = fold(node.operand, values, depth + 1)
        return inner if inner is None or isinstance(node.op, ast.UAdd) else -inner
    if isinstance(node, ast.BinOp):
        left, right = fold(node.left, values, depth + 1), fold(node.right, values, depth + 1)
        return _operate(node.op, left, right) if left is not None and right is not None else None
    return None


_OPERATIONS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
    ast.Pow: lambda a, b: math.pow(a, b),
    ast.LShift: lambda a, b: math.ldexp(a, int(b)),
}


def _operate(kind: ast.operator, left: float, right: float) -> float | None:
    operation = _OPERATIONS.get(type(kind))
    if operation is None:
        return None
    try:
        return _clip(operation(left, right))
    except OverflowError:
        return math.inf
    except (ValueError, ZeroDivisionError):
        return None


def _clip(value: float) -> float:
    # A float has enough range for every bound here, and constant size; anything larger, or NaN, counts as huge.
    return float(value) if abs(value) <= 1e300 else math.inf


def oversized(node: ast.AST, values: Values) -> str | None:
    """A sentence about what is too large in this one node, or None."""
    if isinstance(node, ast.Constant):
        return _literal(node)
    if isinstance(node, ast.BinOp):
        return _arithmetic(node, values)
    if isinstance(node, ast.Call):
        return _call(node, values)
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.For | ast.comprehension):
        return _assignment(node, values)
    if isinstance(node, ast.While):
        return _endless(node)
    return None


def _assignment(
    node: ast.Assign | ast.AnnAssign | ast.AugAssign | ast.For | ast.comprehension, values: Values
) -> str | None:
    """Settings with a limit must be set to a constant number, so that it can be checked."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    plain = isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
    for target in targets:
        if plain and isinstance(target, ast.Attribute):
            sentence = _setting(target.attr, node.value, values)  # type: ignore[union-attr, arg-type]
        else:
            sentence = _hidden_setting(target)
        if sentence is not None:
            return sentence
    if isinstance(node, ast.AugAssign):
        return _arithmetic(ast.BinOp(node.target, node.op, node.value), values)
    return None


def _hidden_setting(target: ast.expr) -> str | None:
    names = [part.attr for part in ast.walk(target) if isinstance(part, ast.Attribute) and part.attr in NUMBER_CAPS]
    return f"Set {names[0]} to a plain number, by an assignment of its own." if names else None


def loop_steps(node: ast.expr, values: Values) -> float:
    """Steps of a loop over `range(...)` of constants; 1 if it is not constant."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"):
        return 1.0
    numbers = [fold(argument, values) for argument in node.args]
    if not numbers or any(number is None for number in numbers):
        return 1.0
    first, last, step = {1: (0.0, numbers[0], 1.0), 2: (*numbers, 1.0)}.get(len(numbers), tuple(numbers[:3]))
    return max(((last or 0.0) - (first or 0.0)) / (step or 1.0), 1.0)


def _literal(node: ast.Constant) -> str | None:
    if isinstance(node.value, str | bytes) and len(node.value) > LONGEST_TEXT:
        return f"A text of {len(node.value)} characters is too long; keep texts below {LONGEST_TEXT}."
    if isinstance(node.value, int) and abs(node.value) > _LARGEST_INTEGER:
        return "This whole number is too large for a scene in metres."
    return None


def _arithmetic(node: ast.BinOp, values: Values) -> str | None:
    if isinstance(node.op, ast.Pow | ast.LShift):
        exponent = fold(node.right, values)
        if exponent is not None and abs(exponent) > LARGEST_EXPONENT:
            return f"An exponent above {LARGEST_EXPONENT} makes a number too large for a scene in metres."
    if isinstance(node.op, ast.Mult):
        for literal, factor in ((node.left, node.right), (node.right, node.left)):
            times = fold(factor, values) if _is_sequence(literal) else None
            if times is not None and times > LARGEST_REPEAT:
                return f"A text or list repeated more than {LARGEST_REPEAT} times is too large."
    return None


def _is_sequence(node: ast.expr) -> bool:
    return isinstance(node, ast.List | ast.Tuple | ast.JoinedStr | ast.ListComp) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
    )


def _call(node: ast.Call, values: Values) -> str | None:
    if loop_steps(node, values) > LARGEST_REPEAT:
        return f"A range of more than {LARGEST_REPEAT} steps takes too long; a solid needs a few thousand at most."
    if isinstance(node.func, ast.Name) and node.func.id == "pow" and len(node.args) >= 2:
        exponent = fold(node.args[1], values)
        if exponent is not None and abs(exponent) > LARGEST_EXPONENT:
            return f"An exponent above {LARGEST_EXPONENT} makes a number too large for a scene in metres."
    found = [_setting(name, value, values) for name, value in _keywords(node)]
    return next((sentence for sentence in found if sentence is not None), None)


def _keywords(node: ast.Call) -> list[tuple[str, ast.expr]]:
    """Keywords of a call, including those of a literal `**{...}`."""
    found = [(word.arg, word.value) for word in node.keywords if word.arg is not None]
    for literal in (word.value for word in node.keywords if word.arg is None and isinstance(word.value, ast.Dict)):
        for key, value in zip(literal.keys, literal.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                found.append((key.value, value))
    return found


def _setting(name: str, value: ast.expr, values: Values) -> str | None:
    number = fold(value, values)
    cap = NUMBER_CAPS.get(name)
    if cap is None or number is None or number <= cap:
        return None
    return f"{name} = {number:g} makes the mesh too large; use at most {cap}."


def _endless(node: ast.While) -> str | None:
    if _truth(node.test) and not _leaves(node.body):
        return "This loop never ends: `while` with a constant condition and no `break`; loop over a range instead."
    return None


def _truth(test: ast.expr, depth: int = 0) -> bool | None:
    """The truth value of a constant condition; None for all others."""
    if isinstance(test, ast.Constant):
        return bool(test.value)
    if isinstance(test, ast.List | ast.Tuple | ast.Set):
        return bool(test.elts)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) and depth < _DEEPEST_FOLD:
        inner = _truth(test.operand, depth + 1)
        return None if inner is None else not inner
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and type(test.ops[0]) in _COMPARISONS:
        # Names may change while the loop runs; only literals count.
        left, right = fold(test.left, {}), fold(test.comparators[0], {})
        return None if left is None or right is None else _COMPARISONS[type(test.ops[0])](left, right)
    return None


_COMPARISONS: dict[type[ast.cmpop], Callable[[float, float], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def _leaves(body: list[ast.stmt]) -> bool:
    """Whether a statement of the loop can leave it; a `break` of an inner loop does not."""
    for statement in body:
        if isinstance(statement, ast.Break | ast.Return | ast.Raise):
            return True
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        inner = [part for part in ast.walk(statement) if isinstance(part, ast.Break | ast.Return | ast.Raise)]
        looped = isinstance(statement, ast.For | ast.While)
        if any(not (looped and isinstance(part, ast.Break)) for part in inner):
            return True
    return False
