"""Numbers and formulas: `2\\sqrt{3}`, `three and a half`, `AE : EB = 1 : 2`, `\\cos\\angle AMB`, with units where told.

A formula becomes text of the notation with every product written out. The dimension is kept beside it only as far as
the reader needs it (is this bare number a length?); the kernel checks it again when the figure is parsed.
"""

from dataclasses import dataclass, replace

from agents.language.offline_reader.text.state import Parses, State, phrase, sign, word
from agents.language.offline_reader.text.units import POWERS, marked, unit

_IN_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
)
_ONES = tuple(_IN_WORDS.split())
NUMBER_WORDS = {name: str(value) for value, name in enumerate(_ONES)} | {
    "thirty": "30",
    "forty": "40",
    "fifty": "50",
    "sixty": "60",
    "hundred": "100",
}
_PARTS = {"half": 2, "third": 3, "fourth": 4, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_FUNCTIONS = {"sin": "sin", "sine": "sin", "cos": "cos", "cosine": "cos", "tan": "tan", "tangent": "tan"}


@dataclass(frozen=True)
class Value:
    """An expression of the notation and what kind of quantity it is."""

    text: str
    """In the notation; empty for a new letter."""
    dimension: str
    """`length`, `area`, `volume`, `angle`, `number`; `bare` for a number that takes its dimension from its place."""
    letter: str = ""
    """A letter met for the first time, which the text then stands for."""


def power_of(dimension: str) -> int:
    return {"length": 1, "area": 2, "volume": 3}.get(dimension, 0)


def formula(state: State) -> Parses[Value]:
    """A sum of products, as long as possible."""
    for first, after in _product(state):
        yield from _sum_tail(first, after)


def _sum_tail(left: Value, state: State) -> Parses[Value]:
    for operator, after in _operator(state, {"+": "+", "-": "-"}):
        for right, end in _product(after):
            dimension = left.dimension if left.dimension != "bare" else right.dimension
            yield from _sum_tail(Value(f"{left.text} {operator} {_tight(right)}", dimension), end)
    yield left, state


def _product(state: State) -> Parses[Value]:
    for negative in sign(state, "-"):
        for value, end in _product(negative):
            yield replace(value, text=f"-{_tight(value)}"), end
    for first, after in _power(state):
        yield from _product_tail(first, after)


def _product_tail(left: Value, state: State) -> Parses[Value]:
    for operator, after in _operator(state, {"*": "*", "×": "*", "/": "/", "÷": "/"}):
        for right, end in _power(after):
            yield from _product_tail(_combined(left, operator, right), end)
    for right, end in _juxtaposed(left, state):
        yield from _product_tail(_combined(left, "*", right), end)
    yield left, state


def _juxtaposed(left: Value, state: State) -> Parses[Value]:
    """A factor written right behind a number: `2√3`, `24π`, `2EB`; a mixed number is a sum instead."""
    token = state.token
    if token is None or left.dimension != "bare" or token.word in ("a", "i"):
        return
    close = token.glued and (token.groups or token.text == "(" or token.letter not in ("", "m"))
    if token.text in ("√", "π", "∜") or close or (token.text == "⟮" and not left.text.isdigit()):
        yield from _power(state)


def _combined(left: Value, operator: str, right: Value) -> Value:
    # A product of a number and a length is a length, of two lengths an area; what else comes out, the kernel tells.
    ranks = {"bare": 0, "number": 0, "length": 1, "area": 2, "volume": 3}
    text = f"{_tight(left)}{operator}{_tight(right)}"
    if left.dimension not in ranks or right.dimension not in ranks:
        return Value(text, "angle" if "angle" in (left.dimension, right.dimension) else "number")
    both_bare = left.dimension == right.dimension == "bare"
    rank = ranks[left.dimension] + (ranks[right.dimension] if operator == "*" else -ranks[right.dimension])
    return Value(text, "bare" if both_bare else POWERS.get(rank, "number"))


def _power(state: State) -> Parses[Value]:
    for base, after in _atom(state):
        raised = False
        for exponent in sign(after, "^"):
            for value, end in _atom(exponent):
                raised = True
                exponent_text = value.text.strip("()")
                rank = power_of(base.dimension) * (int(exponent_text) if exponent_text.isdigit() else 0)
                dimension = "bare" if base.dimension == "bare" else POWERS.get(rank, "number")
                yield Value(f"{_tight(base)}^{_tight(value)}", dimension), end
        if not raised:
            yield base, after


def _atom(state: State) -> Parses[Value]:
    yield from _number(state)
    yield from _quotient(state)
    yield from _root(state)
    yield from _named(state)
    yield from function(state)
    for inside in sign(state, "("):
        for value, after in formula(inside):
            for end in sign(after, ")"):
                yield replace(value, text=f"({value.text})"), end


def _number(state: State) -> Parses[Value]:
    for text, after in number(state):
        degrees = False
        for end in phrase(after, "°", "degrees", "degree"):
            degrees = True
            yield Value(f"({text})°" if not text.isdigit() else f"{text}°", "angle"), end
        if not degrees:
            yield Value(text, "bare"), after


def number(state: State) -> Parses[str]:
    """A plain number: digits, a fraction, a mixed number, a number in words, π."""
    token = state.token
    if token is None:
        return
    if token.number:
        yield from _digits(token.number, state.moved())
    elif token.text == "⟮":
        yield from _fraction(state)
    elif token.text == "π":
        yield "pi", state.moved()
    elif token.word in NUMBER_WORDS or token.word in ("half", "a", "an"):
        yield from _spelled(state)


def _digits(digits: str, after: State) -> Parses[str]:
    mixed = False
    if digits.isdigit():
        for text, end in _fraction(after):
            mixed = True
            yield f"({digits} + {text})", end
        for text, end in _plain_fraction(after):
            mixed = True
            yield f"({digits} + {text})", end
    if not mixed:
        yield digits, after


def _fraction(state: State) -> Parses[str]:
    for inside in sign(state, "⟮"):
        for above, middle in _atom(inside):
            for slash in sign(middle, "/"):
                for below, after in _atom(slash):
                    for end in sign(after, "⟯"):
                        if above.dimension == below.dimension == "bare":
                            yield f"({above.text}/{below.text})", end


def _quotient(state: State) -> Parses[Value]:
    """A fraction of formulas that are not plain numbers."""
    for inside in sign(state, "⟮"):
        for above, middle in _atom(inside):
            for slash in sign(middle, "/"):
                for below, after in _atom(slash):
                    for end in sign(after, "⟯"):
                        if not above.dimension == below.dimension == "bare":
                            value = _combined(above, "/", below)
                            yield replace(value, text=f"({value.text})"), end


def _plain_fraction(state: State) -> Parses[str]:
    """`1/2` standing a space behind a whole number."""
    window = state.tokens[state.at : min(state.end, state.at + 3)]
    if len(window) == 3 and window[0].number and window[1].text == "/" and window[2].number and not window[0].glued:
        yield f"({window[0].number}/{window[2].number})", state.moved(3)


def _spelled(state: State) -> Parses[str]:
    """`five`, `one half`, `two thirds`, `a third`; `half` alone is a factor and read elsewhere."""
    token = state.token
    if token is None:
        return
    count = {"a": "1", "an": "1", "half": ""}.get(token.word, NUMBER_WORDS.get(token.word, ""))
    after = state.moved()
    if token.word == "half":
        return
    for part, size in _PARTS.items():
        for end in word(after, part, f"{part}s", "halves" if part == "half" else part):
            yield f"({count}/{size})", end
            return
    if token.word in NUMBER_WORDS:
        yield count, after


def _root(state: State) -> Parses[Value]:
    for after in sign(state, "√"):
        for value, end in _atom(after):
            dimension = "bare" if value.dimension == "bare" else {"area": "length"}.get(value.dimension, "number")
            yield Value(f"sqrt({value.text})", dimension), end
    for after in phrase(state, "∜ ("):
        for degree, middle in number(after):
            for comma in sign(middle, ","):
                for value, last in formula(comma):
                    for end in sign(last, ")"):
                        yield Value(f"root({degree}, {value.text})", value.dimension), end


def _named(state: State) -> Parses[Value]:
    """A letter with a meaning, a length by its two labels, an angle, an area in square brackets."""
    token = state.token
    if token is None:
        return
    key = token.text if len(token.text) == 1 else ""
    meaning = state.meaning(key)
    if meaning is not None:
        yield Value(f"({meaning[0]})", meaning[1]), state.moved()
        return
    bars = list(sign(state, "|"))
    if bars:
        for value, after in _named(bars[0]):
            for end in sign(after, "|"):
                yield value, end
    if len(token.groups) == 1 and len(token.labels) == 2 and known(state, token.labels):
        yield Value("".join(token.labels), "length"), state.moved()
    yield from angle_at(state)
    yield from _bracket_area(state)


def known(state: State, labels: tuple[str, ...]) -> bool:
    """Whether every label stands for a point already."""
    return set(labels) <= state.labels()


def angle_at(state: State) -> Parses[Value]:
    """`∠ABC`, `angle ABC`, `the measure of angle ABC`."""
    for opened in phrase(state, "∠", "angle", "the angle", "m ∠", "the measure of ∠", "the measure of angle"):
        token = opened.token
        if token is not None and len(token.groups) == 1 and len(token.labels) == 3 and known(opened, token.labels):
            yield Value(f"angle({', '.join(token.labels)})", "angle"), opened.moved()


def _bracket_area(state: State) -> Parses[Value]:
    for opened in sign(state, "["):
        token = opened.token
        if token is not None and len(token.groups) == 1 and len(token.labels) > 2 and known(opened, token.labels):
            for end in sign(opened.moved(), "]"):
                yield Value(f"area({', '.join(token.labels)})", "area"), end


def function(state: State) -> Parses[Value]:
    """`\\cos\\angle AMB`, `the sine of ∠ABC`."""
    token = state.token
    if token is not None and token.word in _FUNCTIONS:
        for after in (*phrase(state.moved(), "of"), state.moved()):
            for value, end in _angle_argument(after):
                yield Value(f"{_FUNCTIONS[token.word]}({value.text})", "number"), end


def _angle_argument(state: State) -> Parses[Value]:
    yield from angle_at(state)
    for inside in sign(state, "("):
        for value, after in angle_at(inside):
            for end in sign(after, ")"):
                yield value, end


def _operator(state: State, choices: dict[str, str]) -> Parses[str]:
    token = state.token
    if token is not None and token.text in choices:
        yield choices[token.text], state.moved()


def _tight(value: Value) -> str:
    simple = value.text.replace("(", "").replace(")", "").replace("°", "").replace("'", "").replace(".", "").isalnum()
    return value.text if simple else f"({value.text})"


# Quantities


def quantity(state: State) -> Parses[Value]:
    """A number with its unit, or without; feet and inches together are one quantity."""
    for value, after in formula(state):
        if value.dimension != "bare":
            for (_, power), end in unit(after):
                if POWERS[power] == value.dimension:
                    yield value, end
            yield value, after
            continue
        measured = False
        for (name, power), end in unit(after):
            measured = True
            yield from _with_more(Value(marked(value.text, name, power), POWERS[power]), end)
        if not measured:
            yield value, after


def _with_more(first: Value, state: State) -> Parses[Value]:
    """`5 feet 3 inches`: the smaller unit right behind the larger one."""
    compound = False
    for between in (*word(state, "and"), state):
        for text, after in number(between):
            for (name, power), end in unit(after):
                if power == 1 and first.dimension == "length" and "|ft|" in first.text and name == "in":
                    compound = True
                    yield Value(f"({first.text} + {marked(text, name, 1)})", "length"), end
    if not compound:
        yield first, state
