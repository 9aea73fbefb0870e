"""Cleaning of a stated answer: typography, layout commands, labels, equality chains and units.

`clean` turns what people and corpora write (full-width signs, dollars, boxes, thousands separators) into one
line of plain LaTeX; `split_sides` cuts that line at its equal signs and takes a unit of a closed list off the
end of each side; `tokens` splits the remaining expression into words of a closed vocabulary. Nothing is
evaluated here. Raises AnswerRefused for text longer than MAX_CHARS, several values, relations other than
equality, currency, and every letter, word or sign outside the vocabulary.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal, NoReturn

from geometry.answers.length_units import SPELLINGS

Reason = Literal[
    "empty",
    "no number",
    "free symbols",
    "several values",
    "ambiguous",
    "disagreeing sides",
    "too large",
    "not understood",
    "not finite",
    "complex",
]
Dimension = Literal["number", "length", "area", "volume", "angle", "ratio"]

MAX_CHARS = 500
"""Longest answer accepted. The longest closed form of a geometry corpus has about 60 characters; the limit leaves
room for a label and a chain of equalities and keeps every later step below a second."""
MAX_TOKENS = 200
"""Longest expression in tokens, far above any closed form a person would state."""
MAX_LITERAL_DIGITS = 40
"""Most digits of one number literal."""


class AnswerRefused(ValueError):  # noqa: N818 - a refusal is an expected outcome
    """A stated answer that is not a single number; the message names what was found and the remedy."""

    reason: Reason
    """The class of the refusal, for statistics and for choosing a fallback."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[type["AnswerRefused"], tuple[Reason, str]]:
        # Refusals are pickled between workers; the default would call the class with the message alone.
        return AnswerRefused, (self.reason, str(self))


def refuse(reason: Reason, found: str, remedy: str) -> NoReturn:
    """Raise AnswerRefused with one sentence: what was found; the remedy."""
    raise AnswerRefused(reason, f"{found}; {remedy}.")


def excerpt(text: str) -> str:
    """The start of the text in quotes, short enough for a message."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


@dataclass(frozen=True)
class Unit:
    """A unit from the closed list and the dimension it measures."""

    name: str
    dimension: Dimension


@dataclass(frozen=True)
class Side:
    """One side of an equality chain that should be a number."""

    expression: str
    unit: Unit
    approximate: bool
    """Whether the side follows an approximation sign instead of an equals sign."""


NO_UNIT = Unit("", "number")
DEGREE = Unit("degree", "angle")
PERCENT = Unit("%", "ratio")

_LENGTHS = SPELLINGS | {"unit": "unit", "units": "unit", '"': "in"}

_LITRE = Unit("L", "volume")
_MILLILITRE = Unit("mL", "volume")
_RADIAN = Unit("radian", "angle")
_WHOLE_UNITS = {
    **dict.fromkeys(("L", "litre", "litres", "liter", "liters", "升"), _LITRE),
    **dict.fromkeys(("mL", "ml", "millilitre", "millilitres", "milliliter", "milliliters", "毫升"), _MILLILITRE),
    **dict.fromkeys(("deg", "degree", "degrees", "度"), DEGREE),
    **dict.fromkeys(("rad", "radian", "radians", "弧度"), _RADIAN),
    **dict.fromkeys(("%", "percent"), PERCENT),
    "cc": Unit("cm^3", "volume"),
}
_POWERS: dict[int, Dimension] = {1: "length", 2: "area", 3: "volume"}
_PREFIXES = {"square": 2, "sq": 2, "平方": 2, "cubic": 3, "cu": 3, "立方": 3}

_UNIT = re.compile(
    r"(?:(?<![A-Za-z\\])(?P<prefix>square|sq|cubic|cu|平方|立方)\.?\s*)?"
    r"(?<![A-Za-z\\])(?P<name>[\"%]|[A-Za-z]+|[\u4e00-\u9fff]+)\.?"
    r"(?P<power>\s*\^\s*(?:\{\s*[23]\s*\}|[23])|[23]|\s+squared|\s+cubed)?\s*$",
    re.IGNORECASE,
)

# NFKC alone would turn "cm²" into "cm2", "3½" into "31⁄2" and "º" into "o".
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_SUPERSCRIPT_RUN = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+")
_VULGAR = {c: unicodedata.normalize("NFKC", c).split("\u2044") for c in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"}
_BEFORE_NFKC = str.maketrans(
    {"º": "°", "∘": "°", "˚": "°", "″": '"', "”": '"', "∶": ":", "。": "."}
    | {c: f"\\frac{{{parts[0]}}}{{{parts[1]}}}" for c, parts in _VULGAR.items()}
)
_AFTER_NFKC = str.maketrans(
    {"−": "-", "‐": "-", "‑": "-", "×": "*", "·": "*", "⋅": "*", "∙": "*", "•": "*", "÷": "/", "⁄": "/"}
    | {"π": r"\pi ", "≒": "≈", "≃": "≈", "∞": r"\infty ", "、": ",", "，": ",", "；": ";"}
)

_REWRITES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\\!", ""),
        (r"(?<=[0-9])(?:\{,\}|\\,)(?=[0-9]{3}(?![0-9]))", ","),
        (r"\{\\rm(?![A-Za-z])([^{}]*)\}", r" \1 "),
        (r"\\(?:left|right|[bB]igg?[lrm]?)(?![A-Za-z])", ""),
        (r"\\[dtc]frac(?![A-Za-z])", r"\\frac"),
        (r"\^\s*(?:\{\s*(?:\\circ|°|o)\s*\}|\\circ(?![A-Za-z])|°|o(?![A-Za-z]))|\\degree(?![A-Za-z])", "°"),
        (r"\\(?:cdot|times|ast)(?![A-Za-z])", "*"),
        (r"\\div(?![A-Za-z])", "/"),
        (r"\\(?:approx|simeq|doteq)(?![A-Za-z])", "≈"),
        (r"\\colon(?![A-Za-z])", ":"),
        (r"\\%", "%"),
        (r"\*\*", "^"),
        (r"\\[,;:> ()\[\]]|\\(?:quad|qquad|displaystyle|textstyle|rm)(?![A-Za-z])|[~$]", " "),
        # "3 1/2" is three and a half: the expression parser expects mixed numbers as 3\frac{1}{2}.
        (r"(?<![0-9.^/*])([0-9]+) +([0-9]+)/([0-9]+)(?![0-9.^])", r"\1\\frac{\2}{\3}"),
    )
)
_WRAPPER = re.compile(
    r"\\(?:text|textrm|textbf|textit|mathrm|mathbf|mathit|mathsf|mbox|boxed|fbox|operatorname\*?)\s*\{"
)
_THOUSANDS = re.compile(r"(?<![0-9.,(])[1-9][0-9]{0,2}(?:,[0-9]{3})+(?![0-9,])")
_LISTED = re.compile(r"\\?[\[({].*,.*[\])}]")
_SEVERAL = re.compile(
    r"[,;<>≤≥±∓]|\\(?:pm|mp|cup|cap|in|le|leq|ge|geq|lt|gt|leqslant|geqslant|sim)(?![A-Za-z])"
    r"|(?<![A-Za-z\\])(?:and|or|to)(?![A-Za-z])|[或和与]",
    re.IGNORECASE,
)
_SUBSCRIPT = re.compile(r"\s*_\s*(?:\{[^{}]*\}|\\[A-Za-z]+|[A-Za-z0-9])")
_LABEL_GREEK = re.compile(r"\\(?:alpha|beta|gamma|theta|varphi|phi|ell)(?![A-Za-z])")
_LABEL_MARKS = re.compile(r"\\(?:angle|triangle|sin|cos|tan|overline)(?![A-Za-z])|[∠△|'{}]")
_WORDS = re.compile(r"\s*[^\W\d_]+(?:[\s.]+[^\W\d_]+)*\s*")
_PAIR_LABEL = re.compile(r"\s*\\frac\s*\{(?P<a>[^{}]*)\}\s*\{(?P<b>[^{}]*)\}\s*|(?P<c>[^:/]*)[:/](?P<d>[^:/]*)")
_TOKEN = re.compile(
    r"\s*(?:(?P<number>[0-9]*\.[0-9]+|[0-9]+)|(?P<command>\\[A-Za-z]+)|(?P<word>[A-Za-z]+)|(?P<sign>\S))"
)
_SIGNS = frozenset("-+*/^()[]{}°√∛∜")
FUNCTIONS = {name: name for name in ("sin", "cos", "tan", "cot", "arcsin", "arccos", "arctan")}
FUNCTIONS |= {
    "asin": "arcsin",
    "acos": "arccos",
    "atan": "arctan",
    "tg": "tan",
    "ctg": "cot",
    "arctg": "arctan",
}
"""Functions by spelling. The arc cotangent is left out because textbooks disagree on its range."""
_VOCABULARY = frozenset({"frac", "sqrt", "pi", *FUNCTIONS})
_INFINITE = frozenset({"infty", "inf", "infinity", "infinite"})
_LETTER_COMMANDS = re.compile(
    "(?:var)?(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|rho|sigma|tau|upsilon"
    "|phi|chi|psi|omega)|ell",
    re.IGNORECASE,
)
_NUMBER_HINT = re.compile(r"[0-9]|(?<![A-Za-z])(?:pi|infty|infinity|inf)(?![A-Za-z])")
_COLON_LABEL = re.compile(r"\s*[^\W\d_]{3,}(?:\s+[^\W\d_]+)*\s*:(?=.*[0-9])")


def clean(text: str) -> str:
    """The answer as one line of plain LaTeX with no layout, thousands separators or typographic variants."""
    _check_length(text)
    line = _SUPERSCRIPT_RUN.sub(lambda run: f"^{{{run[0].translate(_SUPERSCRIPTS)}}}", text)
    line = unicodedata.normalize("NFKC", line.translate(_BEFORE_NFKC)).translate(_AFTER_NFKC)
    line = "".join(c for c in line if unicodedata.category(c) != "Cf")
    _check_length(line)
    if any(unicodedata.category(c) == "Cs" for c in line):
        refuse("not understood", "The answer contains a lone surrogate character", "repair its encoding")
    if r"\$" in line:
        refuse("not understood", f"{excerpt(text)} is an amount of money", "state a geometric quantity")
    line = re.sub(r"\\\\(?=[A-Za-z])", r"\\", " ".join(line.split()))
    line = _unwrapped(line)
    for pattern, replacement in _REWRITES:
        line = pattern.sub(replacement, line)
    line = re.sub(r"\.\s*$", "", line).strip()
    if _LISTED.fullmatch(line):
        return line
    return _THOUSANDS.sub(lambda number: number[0].replace(",", ""), line)


def split_sides(line: str) -> list[Side]:
    """The sides of a cleaned equality chain that should be numbers, without a leading label."""
    line = _COLON_LABEL.sub("=", line, count=1)
    parts = re.split(r"([=≈])", line)
    pieces = list(zip(["=", *parts[1::2]], parts[0::2], strict=True))
    if len(pieces) > 1 and (not pieces[0][1].strip() or _is_label(pieces[0][1])):
        pieces = pieces[1:]
    for _, piece in pieces:
        _check_single(piece)
    return [Side(*take_unit(piece), sign == "≈") for sign, piece in pieces]


def tokens(expression: str) -> list[str]:
    """The expression split into numbers, signs and vocabulary words (without their backslash)."""
    found: list[str] = []
    for match in _TOKEN.finditer(expression):
        kind, text = match.lastgroup, match[match.lastgroup or 0]
        if kind == "number" and len(text) > MAX_LITERAL_DIGITS:
            refuse("too large", f"A number of {len(text)} digits was found", "round it")
        if kind == "sign" and text not in _SIGNS:
            refuse("not understood", f"The sign {excerpt(text)} was found", "state a plain expression")
        if kind in ("command", "word"):
            _check_word(text, expression)
        found.append(text.removeprefix("\\"))
    if len(found) > MAX_TOKENS:
        refuse("too large", f"The expression has more than {MAX_TOKENS} parts", "state the simplified value")
    return found


def check_number(line: str) -> None:
    """Raise AnswerRefused for a cleaned line that contains no number at all."""
    if not line:
        refuse("empty", "The answer is empty", "state a number")
    if _NUMBER_HINT.search(line):
        return
    words = [w for w in re.findall(r"[^\W\d_]+", line) if w not in _VOCABULARY]
    if words and all(len(word) == 1 or _LETTER_COMMANDS.fullmatch(word) for word in words):
        refuse("free symbols", f"{excerpt(line)} has only letters without a value", "state a number")
    refuse("no number", f"There is no number in {excerpt(line)}", "state a number")


def take_unit(side: str) -> tuple[str, Unit]:
    """The side without its trailing unit, and that unit; NO_UNIT if it does not end with a known unit."""
    side = side.strip()
    found = _UNIT.search(side)
    unit = NO_UNIT if found is None else _known_unit(found)
    if found is None or unit == NO_UNIT:
        return side, NO_UNIT
    return side[: found.start()].strip(), unit


def _check_length(text: str) -> None:
    if len(text) > MAX_CHARS:
        found = f"The answer has {len(text)} characters, more than the limit of {MAX_CHARS}"
        refuse("too large", found, "state the final value alone")


def _check_word(text: str, expression: str) -> None:
    word = text.removeprefix("\\")
    if word in _VOCABULARY:
        return
    if word.lower() in _INFINITE:
        refuse("not finite", f"{excerpt(expression)} is not finite", "state a finite number")
    # A two-letter unit in the middle (2 ft 3 in, 5 km/h) is an unsupported quantity, not a product of letters.
    if (text == word and len(word) <= 2 and word not in _LENGTHS.keys() - {"m"}) or _LETTER_COMMANDS.fullmatch(word):
        found = f"{excerpt(word)} in {excerpt(expression)} has no value and is not a unit at the end"
        refuse("free symbols", found, "state a number")
    found = f"{excerpt(text)} in {excerpt(expression)} is not a known function or unit"
    refuse("not understood", found, "state a number with a unit such as cm^2")


def _unwrapped(line: str) -> str:
    """The line with every text or box command replaced by its contents, with spaces around it."""
    out: list[str] = []
    closers: list[str] = []
    at = 0
    while at < len(line):
        wrapper = _WRAPPER.match(line, at)
        at = wrapper.end() if wrapper else at + 1
        piece = wrapper[0] if wrapper else line[at - 1]
        if wrapper or piece == "{":
            closers.append(" " if wrapper else "}")
        elif piece == "}":
            piece = closers.pop() if closers else piece
        out.append(" " if wrapper else piece)
    return "".join(out)


def _check_single(side: str) -> None:
    several = _SEVERAL.search(side)
    if several is not None:
        found = f"{excerpt(several[0])} in {excerpt(side)} lists values, gives a range or is a decimal comma"
        refuse("several values", found, "state one value, with a decimal point")


def _is_label(side: str) -> bool:
    """Whether the side only names a quantity: V, V_{P-ABC}, Surface area, V_1:V_2, cos theta."""
    bare = _SUBSCRIPT.sub("", side)
    if r"\pi" in bare:
        return False
    pair = _PAIR_LABEL.fullmatch(bare)
    names = [name for name in pair.groups() if name is not None] if pair else [bare]
    return all(_WORDS.fullmatch(_LABEL_MARKS.sub(" ", _LABEL_GREEK.sub(" x ", name))) for name in names)


def _known_unit(found: re.Match[str]) -> Unit:
    name = found["name"]
    # Symbols keep their case (M is not m); words of three letters and more do not.
    name = name.lower() if len(name) > 2 else name
    power = _unit_power(found)
    if name in _LENGTHS and power is not None:
        canonical = _LENGTHS[name]
        return Unit(canonical if power == 1 else f"{canonical}^{power}", _POWERS[power])
    plain = found["prefix"] is None and found["power"] is None
    return _WHOLE_UNITS.get(name, NO_UNIT) if plain else NO_UNIT


def _unit_power(found: re.Match[str]) -> int | None:
    """1, 2 or 3; None if both a word and an exponent state the power, as in "square cm^2"."""
    prefix, power = found["prefix"], found["power"]
    if prefix and power:
        return None
    if prefix:
        return _PREFIXES[prefix.lower()]
    if power:
        return 3 if "3" in power or "cubed" in power.lower() else 2
    return 1
