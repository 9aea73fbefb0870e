"""Numbers and formulas: `2\\sqrt{3}`, `24π`, `(x + 1)^2`, `AB`, with their units.

A formula becomes text of the notation with every product written out. The dimension beside it serves the reader only
(is this bare number a length?); the kernel checks it again. Division signs and mixed numbers are rejected.
"""

from dataclasses import dataclass, replace

from agents.language.offline_reader.text.state import Parses, State, phrase, sign
from agents.language.offline_reader.text.units import POWERS, marked, unit

_ONES = "zero one two three four five six seven eight nine ten eleven twelve"
NUMBER_WORDS = {name: str(value) for value, name in enumerate(_ONES.split())}


@dataclass(frozen=True)
class Value:
    """An expression of the notation and its kind of quantity."""

    text: str
    """In the notation; empty for a new letter."""
    dimension: str
    """`length`, `area`, `volume`, `angle`, `number`; `bare` for a number that takes the dimension of its context."""
    letter: str = ""
    """A letter without a meaning yet; it becomes a name of what it is set equal to."""


LENGTH = Value("", "length")
"""Any length, to compare dimensions with."""


def power_of(dimension: str) -> int:
    """The power of length of a dimension, 0 for angles and numbers."""
    return {"length": 1, "area": 2, "volume": 3}.get(dimension, 0)


def formula(state: State) -> Parses[Value]:
    """A sum of products, the longest first."""
    for first, after in _product(state):
        yield from _sum_tail(first, after)


def _sum_tail(left: Value, state: State) -> Parses[Value]:
    for after in sign(state, "+", "-"):
        for right, end in _product(after):
            dimension = left.dimension if left.dimension != "bare" else right.dimension
            text = f"{left.text} {state.tokens[state.at].text} {_tight(right)}"
            yield from _sum_tail(Value(text, dimension), end)
    yield left, state


def _product(state: State) -> Parses[Value]:
    for first, after in _power(state):
        yield from _product_tail(first, after)


def _product_tail(left: Value, state: State) -> Parses[Value]:
    for right, end in _juxtaposed(left, state):
        # The left factor is a bare number, so the product has the dimension of the right one.
        yield from _product_tail(Value(f"{_tight(left)}*{_tight(right)}", right.dimension), end)
    yield left, state


def _juxtaposed(left: Value, state: State) -> Parses[Value]:
    """A factor right behind a number: `2√3`, `24π`, `2EB`."""
    token = state.token
    if token is None or left.dimension != "bare" or token.word in ("a", "i"):
        return
    close = token.glued and (token.groups or token.text == "(" or token.letter not in ("", "m"))
    if token.text in ("√", "π", "∜") or close or (token.text == "⟮" and not left.text.isdigit()):
        yield from _power(state)


def _power(state: State) -> Parses[Value]:
    for base, after in _atom(state):
        raised = [found for exponent in sign(after, "^") for found in _atom(exponent)]
        for value, end in raised:
            exponent_text = value.text.strip("()")
            rank = power_of(base.dimension) * (int(exponent_text) if exponent_text.isdigit() else 0)
            dimension = "bare" if base.dimension == "bare" else POWERS.get(rank, "number")
            yield Value(f"{_tight(base)}^{_tight(value)}", dimension), end
        if not raised:
            yield base, after


def _atom(state: State) -> Parses[Value]:
    for text, after in number(state):
        degrees = [*phrase(after, "°")]
        for end in degrees:
            yield Value(f"({text})°" if not text.isdigit() else f"{text}°", "angle"), end
        if not degrees:
            yield Value(text, "bare"), after
    yield from _root(state)
    yield from _named(state)
    for inside in sign(state, "("):
        for value, after in formula(inside):
            for end in sign(after, ")"):
                yield replace(value, text=f"({value.text})"), end


def number(state: State) -> Parses[str]:
    """A plain number: digits, a fraction, a number in words, π."""
    token = state.token
    if token is None:
        return
    if token.number:
        yield token.number, state.moved()
    elif token.text == "⟮":
        yield from _fraction(state.moved())
    elif token.text == "π":
        yield "pi", state.moved()
    elif token.word in NUMBER_WORDS:
        yield NUMBER_WORDS[token.word], state.moved()


def _fraction(state: State) -> Parses[str]:
    for above, middle in _atom(state):
        for slash in sign(middle, "/"):
            for below, after in _atom(slash):
                for end in sign(after, "⟯"):
                    if above.dimension == below.dimension == "bare":
                        yield f"({above.text}/{below.text})", end


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
    """A letter with a meaning, a length by its two labels, an area in square brackets."""
    token = state.token
    if token is None:
        return
    meaning = state.meaning(token.text)
    if meaning is not None:
        yield Value(f"({meaning[0]})", meaning[1]), state.moved()
        return
    for labels, end in state.known_run(2):
        yield Value("".join(labels), "length"), end
    for opened in sign(state, "["):
        for labels, after in opened.known_run():
            for end in sign(after, "]"):
                yield Value(f"area({', '.join(labels)})", "area"), end


def angle_at(state: State) -> Parses[Value]:
    """`∠ABC`."""
    for opened in sign(state, "∠"):
        for labels, end in opened.known_run(3):
            yield Value(f"angle({', '.join(labels)})", "angle"), end


def _tight(value: Value) -> str:
    simple = value.text.replace("(", "").replace(")", "").replace("°", "").replace("'", "").replace(".", "").isalnum()
    return value.text if simple else f"({value.text})"


def quantity(state: State) -> Parses[Value]:
    """A number with its unit, or without."""
    for value, after in formula(state):
        units = [*unit(after)]
        if value.dimension == "bare":
            for (name, power), end in units:
                yield Value(marked(value.text, name, power), POWERS[power]), end
            if units:
                continue
        yield from ((value, end) for (_, power), end in units if POWERS[power] == value.dimension)
        yield value, after
