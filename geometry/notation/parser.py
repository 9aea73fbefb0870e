"""Parser from the text of a figure to its syntax tree: lark grammar, tolerant of spelling variants, not of ambiguity.

Syntax only; `resolve` checks that the names exist and the types match.
"""

import re
import threading
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedEOF, UnexpectedToken, v_args
from lark.exceptions import VisitError
from lark.tree import Meta

from geometry.notation import syntax as s
from geometry.notation.figure_errors import FigureError
from geometry.notation.labels import LABEL_PATTERN, split_labels
from geometry.notation.solid_words import read_solid_words

MAX_SOURCE_CHARACTERS = 20_000
"""A figure is at most a page; more is a mistake or an attack, and parsing time grows with it."""

MAX_NESTING = 40
"""Nesting depth of brackets; deeper text would overflow the stack in recursive code after the parser."""

MAX_OPERATORS = 120
"""Operations in one line; a chain of them makes a tree as deep as nested brackets do."""

_RELATIONS = {"==": "=", "≤": "<=", "≥": ">=", r"\le": "<=", r"\leq": "<=", r"\ge": ">=", r"\geq": ">="}

_ALIASES = {
    "arcsin": "asin",
    "arccos": "acos",
    "arctan": "atan",
    "dist": "distance",
    "triangle": "polygon",
    "quadrilateral": "polygon",
    "perpendicular": "perp",
    "parallelto": "parallel",
    "total_area": "surface_area",
    "slant_height": "slant",
    "projection": "foot",
    "centre": "center",
    "circumcentre": "circumcenter",
    "incentre": "incenter",
    "base_centre": "base_center",
    "top_centre": "top_center",
    "intersect": "intersection",
    "radius_base": "radius",
    "convex_hull": "hull",
    "reflection": "reflect",
}

_TERMINALS = {
    "LABELS": "point labels",
    "IDENT": "a name",
    "NUMBER": "a number",
    "EQ": "'='",
    "REL": "'=', '<' or '>'",
    "NEWLINE": "the end of the line",
    "$END": "the end of the figure",
    "SEMICOLON": "the end of the line",
    "LPAR": "'('",
    "RPAR": "')'",
    "LBRACE": "'{'",
    "RBRACE": "'}'",
    "COMMA": "','",
    "MINUS": "an operator",
    "PLUS": "an operator",
    "TIMES": "an operator",
    "SLASH": "an operator",
    "CIRCUMFLEX": "an operator",
    "COLON": "':'",
    "PERP": "'⟂'",
    "PARALLEL": "'∥'",
    "ON": "'on'",
    "_WITH": "'with'",
    "DEGREE": "'°'",
    "_SOLID": "'solid'",
    "_GIVEN": "'given'",
    "_FIND": "'find'",
    "_KEY": "'key'",
    "_POINT": "'point'",
    "PLANE": "'plane'",
    "_PARAM": "'param'",
    "_UNKNOWN": "'unknown'",
    "EXTREMUM": "'minimize' or 'maximize'",
}


_building = threading.Lock()


def _lark() -> Lark:
    # Building the parser takes half a second: concurrent threads must not each do it.
    with _building:
        return _built()


@cache
def _built() -> Lark:
    grammar = resources.files("geometry.notation").joinpath("grammar.lark").read_text(encoding="utf-8")
    # The label pattern lives in labels.py alone; the slash is lark's own delimiter.
    grammar = grammar.replace("LABEL_RUN", f"(?:{LABEL_PATTERN})+".replace("/", r"\/"))
    return Lark(grammar, parser="lalr", lexer="contextual", propagate_positions=True, maybe_placeholders=False)


def parse_statements(source: str) -> list[Any]:
    """The statements of `source` in order; raises FigureError at the first fault."""
    _refuse_oversize(source)
    try:
        tree = _lark().parse(source)
    except UnexpectedEOF as error:
        raise FigureError(_end_of(source), "the figure ends too early", expected=_expected(error.expected)) from error
    except UnexpectedToken as error:
        raise _unexpected(error, source) from error
    except UnexpectedCharacters as error:
        span = s.Span(error.line, error.column)
        problem = f"unexpected character {source[error.pos_in_stream or 0]!r}"
        raise FigureError(span, problem, expected=_expected(error.allowed or set())) from error
    try:
        return list(_ToSyntax().transform(tree))
    except VisitError as error:
        if isinstance(error.orig_exc, FigureError):
            raise error.orig_exc from None
        raise


_OPERATORS = re.compile(r"[-+*/^:√−–×·]|\\(?:sqrt|frac|cdot|times)")


def _refuse_oversize(source: str) -> None:
    if len(source) > MAX_SOURCE_CHARACTERS:
        raise FigureError(s.Span(1, 1), f"the figure is longer than {MAX_SOURCE_CHARACTERS} characters")
    for number, text in enumerate(source.split("\n"), 1):
        if len(_OPERATORS.findall(text)) > MAX_OPERATORS:
            raise FigureError(s.Span(number, 1), f"more than {MAX_OPERATORS} operations in one line")
    depth, line, start = 0, 1, 0
    for position, character in enumerate(source):
        if character == "\n":
            line, start = line + 1, position + 1
        depth += (character in "({[") - (character in ")}]")
        if depth > MAX_NESTING:
            raise FigureError(s.Span(line, position - start + 1), f"brackets nested deeper than {MAX_NESTING}")


def _end_of(source: str) -> s.Span:
    lines = source.splitlines() or [""]
    return s.Span(len(lines), len(lines[-1]) + 1)


def _unexpected(error: UnexpectedToken, source: str) -> FigureError:
    token = error.token
    expected = _expected(error.accepts or error.expected)
    if token.type == "$END":
        return FigureError(_end_of(source), "the figure ends too early", expected=expected)
    shown = "the end of the line" if token.type == "NEWLINE" else repr(str(token))
    hint = ""
    if token.type in ("LABELS", "IDENT", "NUMBER") and "an operator" in expected:
        hint = "write the operation between the two, such as '*' or '='"
    return FigureError(s.Span(error.line, error.column), f"unexpected {shown}", hint, expected)


def _expected(terminals: Any) -> tuple[str, ...]:
    names = {_TERMINALS[t] for t in terminals if t in _TERMINALS}
    return tuple(sorted(names)[:6])


def _span(meta: Meta) -> s.Span:
    return s.Span(meta.line, meta.column) if not meta.empty else s.NOWHERE


def _token_span(token: Token) -> s.Span:
    return s.Span(token.line or 0, token.column or 0)


class _Ratio(tuple[s.Expr, ...]):
    """Three or more terms written `a : b : c`; valid only in an equation of two such lists."""

    span: s.Span


def _plain(value: Any) -> s.Expr:
    if isinstance(value, _Ratio):
        raise FigureError(value.span, "a ratio of 3 or more terms must stand alone", "write AB : BC : CA = 3 : 4 : 5")
    return value  # type: ignore[no-any-return]


def _continued_ratio(sides: list[Any], signs: list[str], span: s.Span) -> list[s.Condition]:
    """AB : BC : CA = 3 : 4 : 5 means AB/3 = BC/4 and BC/4 = CA/5."""
    if len(sides) != 2 or signs != ["="] or not all(isinstance(x, _Ratio) for x in sides):
        raise FigureError(span, "a ratio of 3 or more terms must equal another one", "write AB : BC : CA = 3 : 4 : 5")
    if len(sides[0]) != len(sides[1]):
        raise FigureError(span, f"a ratio of {len(sides[0])} terms cannot equal one of {len(sides[1])}")
    shares = [s.Op("/", left, right, span) for left, right in zip(*sides, strict=True)]
    return [s.Relation("=", a, b, span) for a, b in pairwise(shares)]


@v_args(meta=True)
class _ToSyntax(Transformer[Token, Any]):
    def start(self, _meta: Meta, children: list[Any]) -> list[Any]:
        flat: list[Any] = []
        for child in children:
            if isinstance(child, Token):
                continue
            flat.extend(child if isinstance(child, list) else [child])
        return flat

    # Statements

    def param(self, meta: Meta, children: list[Any]) -> s.Param:
        value = _plain(children[-1]) if len(children) > 1 else s.Number("1")
        return s.Param(str(children[0]), value, _span(meta))

    def unknown(self, meta: Meta, children: list[Any]) -> list[s.Unknown]:
        return [s.Unknown(str(name), _token_span(name)) for name in children]

    def solid(self, meta: Meta, children: list[Any]) -> s.SolidDecl:
        body = children[1] if len(children) > 1 else ("groups", ())
        return read_solid_words(children[0], body, _span(meta))

    def solid_words(self, _meta: Meta, children: list[Any]) -> list[tuple[str, s.Span]]:
        return [(str(token), _token_span(token)) for token in children]

    def word(self, _meta: Meta, children: list[Token]) -> Token:
        return children[0]

    def solid_body(self, _meta: Meta, children: list[Any]) -> Any:
        return children[-1]

    def label_groups(self, _meta: Meta, children: list[Token]) -> Any:
        return "groups", tuple(split_labels(run) for run in children if run.type == "LABELS")

    def faces(self, _meta: Meta, children: list[Token]) -> Any:
        return "faces", tuple(split_labels(run) for run in children if run.type == "LABELS")

    def parts(self, _meta: Meta, children: list[Token]) -> Any:
        names, signs = [str(c) for c in children if c.type == "IDENT"], ["+"]
        signs += ["+" if c == "+" else "-" for c in children if c.type == "SIGN"]
        return "parts", tuple(zip(signs, names, strict=True))

    def plane(self, meta: Meta, children: list[Any]) -> s.PlaneDecl:
        definition = (_plain(children[-1]),) if len(children) > 2 else ()
        return s.PlaneDecl(str(children[1]), definition, _span(meta))

    def point(self, meta: Meta, children: list[Any]) -> list[Any]:
        tokens = [c for c in children if isinstance(c, Token)]
        how, definition, conditions = next((c for c in children if isinstance(c, tuple)), ("free", (), []))
        labels = [(label, _token_span(t)) for t in tokens for label in split_labels(t)]
        if how == "equals" and len(labels) > 1:
            raise FigureError(labels[1][1], "one construction gives one point", "write a line for each point")
        return [s.PointDecl(label, how, definition, span) for label, span in labels] + list(conditions)

    def equals(self, _meta: Meta, children: list[Any]) -> Any:
        return "equals", (_plain(children[-1]),), []

    def lies_on(self, _meta: Meta, children: list[Any]) -> Any:
        rest = [c for c in children if not isinstance(c, Token)]
        conditions = rest[-1] if isinstance(rest[-1], list) else []
        return "on", (_plain(rest[0]),), conditions

    def free_with(self, _meta: Meta, children: list[Any]) -> Any:
        return "free", (), children[-1]

    def given(self, _meta: Meta, children: list[Any]) -> list[s.Condition]:
        return children[0]  # type: ignore[no-any-return]

    def conditions(self, _meta: Meta, children: list[Any]) -> list[s.Condition]:
        flat: list[s.Condition] = []
        for child in children:
            if isinstance(child, Token):
                continue
            flat.extend(child if isinstance(child, list) else [_plain(child)])  # type: ignore[list-item]
        return flat

    def extremum(self, meta: Meta, children: list[Any]) -> s.Extremum:
        direction = "minimize" if children[0].startswith("min") else "maximize"
        return s.Extremum(direction, _plain(children[1]), _span(meta))  # type: ignore[arg-type]

    def find(self, meta: Meta, children: list[Any]) -> Any:
        return ("find", _plain(children[0]), _span(meta))

    def key(self, meta: Meta, children: list[Any]) -> s.AnswerKey:
        if len(children) == 1:
            return s.AnswerKey(_plain(children[0]), span=_span(meta))
        expression, quantity, sign, form = children
        if _RELATIONS.get(str(sign), str(sign)) != "=":
            raise FigureError(_token_span(sign), "a form equals its quantity", "write: where volume(k) = m*sqrt(n)")
        return s.AnswerKey(_plain(expression), (_plain(quantity), _plain(form)), _span(meta))

    # Conditions

    def relation(self, meta: Meta, children: list[Any]) -> list[s.Condition]:
        sides, signs = children[0::2], [_RELATIONS.get(str(t), str(t)) for t in children[1::2]]
        if any(isinstance(side, _Ratio) for side in sides):
            return _continued_ratio(sides, signs, _span(meta))
        return [
            s.Relation(sign, left, right, _span(meta))  # type: ignore[arg-type]
            for sign, left, right in zip(signs, sides, sides[1:], strict=False)
        ]

    def members(self, _meta: Meta, children: list[Any]) -> tuple[s.Expr, ...]:
        return tuple(_plain(child) for child in children)

    def edge_set(self, meta: Meta, children: list[Any]) -> s.Call:
        """`edges(k) = {3, 4, 5}` as a predicate of the solid and the lengths."""
        whole, sign, lengths = children
        if not isinstance(whole, s.Call) or whole.name != "edges" or _RELATIONS.get(str(sign), str(sign)) != "=":
            raise FigureError(_span(meta), "only the edges of a solid equal a set", "write edges(k) = {3, 4, 5}")
        return s.Call("edges", (*whole.args, *lengths), _span(meta))

    def perp(self, meta: Meta, children: list[Any]) -> s.Call:
        return s.Call("perp", (_plain(children[0]), _plain(children[-1])), _span(meta))

    def parallel(self, meta: Meta, children: list[Any]) -> s.Call:
        return s.Call("parallel", (_plain(children[0]), _plain(children[-1])), _span(meta))

    def on(self, meta: Meta, children: list[Any]) -> s.Call:
        return s.Call("on", (_plain(children[0]), _plain(children[-1])), _span(meta))

    # Expressions

    def ratio(self, meta: Meta, children: list[Any]) -> Any:
        if len(children) == 2:
            return s.Op("/", children[0], children[1], _span(meta))
        terms = _Ratio(children)
        terms.span = _span(meta)
        return terms

    def radians(self, meta: Meta, children: list[Any]) -> s.Call:
        return s.Call("radians", (_plain(children[0]),), _span(meta))

    def _binary(self, op: Any, meta: Meta, children: list[Any]) -> s.Op:
        return s.Op(op, _plain(children[0]), _plain(children[-1]), _span(meta))

    def add(self, meta: Meta, children: list[Any]) -> s.Op:
        return self._binary("+", meta, children)

    def sub(self, meta: Meta, children: list[Any]) -> s.Op:
        return self._binary("-", meta, children)

    def mul(self, meta: Meta, children: list[Any]) -> s.Op:
        return self._binary("*", meta, children)

    def div(self, meta: Meta, children: list[Any]) -> s.Op:
        return self._binary("/", meta, children)

    def unclear_div(self, meta: Meta, children: list[Any]) -> s.Op:
        problem = "the denominator after '/' is ambiguous"
        raise FigureError(children[1].span, problem, "write 1/(2*sqrt(3)) or (1/2)*sqrt(3)")

    def implicit(self, meta: Meta, children: list[Any]) -> s.Op:
        return self._binary("*", meta, children)

    def pow(self, meta: Meta, children: list[Any]) -> s.Op:
        return self._binary("^", meta, children)

    def neg(self, meta: Meta, children: list[Any]) -> s.Neg:
        return s.Neg(_plain(children[-1]), _span(meta))

    def degrees(self, meta: Meta, children: list[Any]) -> s.Call:
        return s.Call("degrees", (_plain(children[0]),), _span(meta))

    def number(self, meta: Meta, children: list[Token]) -> s.Number:
        text = str(children[0])
        return s.Number("0" + text if text.startswith(".") else text, _span(meta))

    def frac(self, meta: Meta, children: list[Any]) -> s.Op:
        return s.Op("/", _plain(children[1]), _plain(children[2]), _span(meta))

    def short_frac(self, meta: Meta, children: list[Token]) -> s.Op:
        top, bottom = (s.Number(digit, _token_span(children[1])) for digit in str(children[1]))
        return s.Op("/", top, bottom, _span(meta))

    def root(self, meta: Meta, children: list[Any]) -> s.Call:
        return s.Call("sqrt", (_plain(children[-1]),), _span(meta))

    def nth_root(self, meta: Meta, children: list[Any]) -> s.Call:
        return s.Call("root", (s.Number(str(children[1]), _token_span(children[1])), _plain(children[2])), _span(meta))

    def root_number(self, meta: Meta, children: list[Token]) -> s.Call:
        return s.Call("sqrt", (s.Number(str(children[1]), _token_span(children[1])),), _span(meta))

    def root_name(self, meta: Meta, children: list[Token]) -> s.Call:
        return s.Call("sqrt", (s.Name(str(children[1]), _token_span(children[1])),), _span(meta))

    def labels(self, meta: Meta, children: list[Token]) -> s.Labels:
        return s.Labels(split_labels(children[-1]), _span(meta))

    def angle_of(self, meta: Meta, children: list[Token]) -> s.Call:
        return s.Call("angle", (s.Labels(split_labels(children[-1]), _span(meta)),), _span(meta))

    def name(self, meta: Meta, children: list[Token]) -> s.Name:
        return s.Name(str(children[0]), _span(meta))

    def pi(self, meta: Meta, _children: list[Token]) -> s.Name:
        return s.Name("pi", _span(meta))

    def triple(self, meta: Meta, children: list[Any]) -> s.Triple:
        x, y, z = (_plain(c) for c in children)
        return s.Triple(x, y, z, _span(meta))

    def call(self, meta: Meta, children: list[Any]) -> s.Call:
        name = str(children[0])
        args = tuple(_plain(c) for c in children[1:] if not isinstance(c, Token))
        return s.Call(_ALIASES.get(name, name), args, _span(meta))

    def tex_call(self, meta: Meta, children: list[Any]) -> s.Call:
        name = str(children[0]).lstrip("\\")
        return s.Call(_ALIASES.get(name, name), (_plain(children[1]),), _span(meta))
