"""Scores a model's reply: the number it ends with, and its relative error to the answer.

Copied as `judge.py` into exports, so it needs only the standard library and imports nothing of SolidScene. Replies are
untrusted text: expressions are walked as syntax trees with bounds, never evaluated as Python.
"""

import ast
import math
import re

TOLERANCE = 0.05
"""Relative error up to which a reply counts as right."""
WORST = 10.0
"""Relative error of a reply without a number, and the cap for all others."""
ZERO = 1e-6
"""An answer of zero has no relative error; a reply within this absolute error counts as right."""

_CUE = re.compile(r"answer\s*(?:\*\*)?\s*(?:is|:|=)\s*", re.IGNORECASE)
_NUMBER = re.compile(r"[-+−]?(?:\d{1,3}(?:,\d{3})+|\d+)?\.?\d+(?:[eE][-+]?\d+)?")
_LENGTHS = {"mm": 1e-3, "millimetre": 1e-3, "millimeter": 1e-3, "cm": 1e-2, "centimetre": 1e-2, "centimeter": 1e-2}
_POWERS = {"m": 1, "m²": 2, "m³": 3}
_LONGEST = 300
"""Longest expression that is parsed, in characters."""


def relative_error(reply: str, answer: float, unit: str = "") -> float:
    """|reply - answer| / |answer|, at most WORST; WORST when the reply has no number."""
    value = read_number(reply, unit)
    if value is None or not math.isfinite(value):
        return WORST
    if abs(answer) < ZERO:
        return 0.0 if abs(value) <= ZERO else WORST
    return min(abs(value - answer) / abs(answer), WORST)


def read_number(reply: str, unit: str = "") -> float | None:
    """The value a reply ends with, in `unit`: what is boxed, else what follows «answer», else the last number."""
    part = _final_part(reply)
    # In «√2/2 ≈ 0.707 m» the last member is the simplest; the others are tried if it cannot be parsed.
    for member in reversed(re.split(r"=|≈|\\approx|\bor\b|≃|\\simeq", part)):
        value = _value(_plain(member))
        if value is None:
            value = _last_number(member)
        if value is not None:
            return value * _factor(member, unit)
    return None


def _final_part(reply: str) -> str:
    boxed = _boxed(reply)
    if boxed:
        return boxed
    cues = list(_CUE.finditer(reply))
    if cues:
        line = next((each for each in reply[cues[-1].end() :].splitlines() if each.strip()), "")
        if re.search(r"\d|π|pi", line):
            return line
    numbers = list(_NUMBER.finditer(reply))
    return reply[numbers[-1].start() : numbers[-1].end() + 30] if numbers else ""


def _boxed(reply: str) -> str:
    """The content of the last \\boxed{...}, braces balanced; empty if there is none."""
    start = reply.rfind("\\boxed{")
    if start < 0:
        return ""
    depth, begin = 0, start + len("\\boxed{")
    for place in range(begin - 1, len(reply)):
        depth += {"{": 1, "}": -1}.get(reply[place], 0)
        if depth == 0:
            return reply[begin:place]
    return reply[begin:]


def _factor(text: str, unit: str) -> float:
    """Factor from the unit in the reply to the one asked for; 1 if they agree or the reply names none."""
    words = text.lower()
    if unit == "°" and re.search(r"\brad(ians?)?\b", words):
        return 180.0 / math.pi
    if unit == "rad" and re.search(r"°|\bdeg(rees?)?\b|\\circ", words):
        return math.pi / 180.0
    for name, metres in _LENGTHS.items():
        if unit in _POWERS and re.search(rf"(?<![a-z]){name}(?:s|res|ers)?(?![a-z])", words):
            return float(metres ** _POWERS[unit])
    return 1.0


_WORDS = (
    (r"\\(?:text|mathrm|operatorname)\{[^{}]*\}", ""),
    (r"\^\{?\\circ\}?|\\degree|°", ""),
    (r"\\(?:left|right|displaystyle|,|;|!|:|quad)", ""),
    (r"\\[()\[\]]|\$|\*\*", ""),
    (r"\\(?:times|cdot)|×|·", "*"),
    (r"\\pi|π", "pi"),
    (r"(?<=\d)[,\s\u202f](?=\d{3}(?!\d))", ""),
    (r"(?<=[\d)])\s*:\s*(?=[\d(])", "/"),
    (r"[−–]", "-"),
    (r"√\s*(\d+(?:\.\d+)?)", r"sqrt(\1)"),
    (r"√", "sqrt"),
    (r"\^", "**"),
    (
        r"(?:(?:square|cubic)\s+)?(?:milli|centi)?met(?:re|er)s?(?:\s+(?:squared|cubed))?|degrees?|radians?|units?|\brad\b",
        "",
    ),
    (r"(?<![a-z])[cm]?m(?:\*\*[23]|²|³|\*\*\{[23]\})?(?![a-z])", ""),
)
_FRACTION = re.compile(r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}")
_ROOT = re.compile(r"\\sqrt(?:\[(\d+)\])?\{([^{}]*)\}")


def _plain(text: str) -> str:
    """LaTeX and typography as an arithmetic expression."""
    before = ""
    text = text[:_LONGEST]
    while text != before:  # innermost first
        before = text
        text = _FRACTION.sub(r"((\1)/(\2))", text)
        text = _ROOT.sub(lambda found: f"(({found[2]})^(1/{found[1] or 2}))", text)
    for pattern, replacement in _WORDS:
        text = re.sub(pattern, replacement, text, flags=re.IGNORECASE)
    text = text.replace("{", "(").replace("}", ")").strip().rstrip(".;,! ")
    # 2√3, 2π and (a)(b) are products; the letter before a bracket may be the i of π.
    return re.sub(r"(?<=[\d)i])\s*(?=sqrt|pi|\()", "*", text)


def _value(expression: str) -> float | None:
    try:
        found = _walk(ast.parse(expression.strip(), mode="eval").body)
    except (SyntaxError, ValueError, ArithmeticError, RecursionError, MemoryError):
        return None
    return found if math.isfinite(found) else None


def _walk(node: ast.expr) -> float:
    """The value of an arithmetic expression; anything else is a ValueError."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return float(node.value)
    if isinstance(node, ast.Name) and node.id.lower() == "pi":
        return math.pi
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        return -_walk(node.operand) if isinstance(node.op, ast.USub) else _walk(node.operand)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1 and not node.keywords:
        return _function(node.func.id.lower(), _walk(node.args[0]))
    if isinstance(node, ast.BinOp):
        return _binary(node.op, _walk(node.left), _walk(node.right))
    raise ValueError("not an arithmetic expression")


def _function(name: str, value: float) -> float:
    if name == "sqrt":
        return math.sqrt(value)
    raise ValueError(f"unknown function {name}")


def _binary(operator: ast.operator, left: float, right: float) -> float:
    if isinstance(operator, ast.Add):
        return left + right
    if isinstance(operator, ast.Sub):
        return left - right
    if isinstance(operator, ast.Mult):
        return left * right
    if isinstance(operator, ast.Div):
        return left / right
    if isinstance(operator, ast.Pow) and abs(right) <= 10 and left >= 0:
        return float(left**right)
    raise ValueError("unknown operation")


def _last_number(text: str) -> float | None:
    found = _NUMBER.findall(text)
    return float(found[-1].replace(",", "").replace("−", "-")) if found else None
