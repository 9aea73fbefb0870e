"""The figure notation as data: expressions, declarations, conditions and the target.

Nodes are frozen and compare by value; their source position is kept for messages only and is ignored in
comparisons. Nothing here parses, checks or measures.
"""

from dataclasses import dataclass, field, replace
from typing import Literal


@dataclass(frozen=True, slots=True)
class Span:
    """The position of a node in the source: 1-based line and column."""

    line: int
    column: int


NOWHERE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Number:
    """An exact decimal literal, kept as its digits so that 0.1 stays one tenth."""

    text: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Name:
    """A lower-case name: a parameter, an unknown, a solid, a plane, or the constant `pi`."""

    id: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Labels:
    """A run of point labels written together; its meaning (point, length, solid ...) depends on the context."""

    labels: tuple[str, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Triple:
    """A point given by its three coordinates."""

    x: "Expr"
    y: "Expr"
    z: "Expr"
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Op:
    """A binary arithmetic operation; `:` is the division of a ratio as written."""

    op: Literal["+", "-", "*", "/", "^"]
    left: "Expr"
    right: "Expr"
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Neg:
    """Unary minus."""

    operand: "Expr"
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A named function, object constructor or predicate with its arguments."""

    name: str
    args: tuple["Expr", ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


Expr = Number | Name | Labels | Triple | Op | Neg | Call

RelationSign = Literal["=", "<", ">", "<=", ">="]


@dataclass(frozen=True, slots=True)
class Relation:
    """An equation or inequality between two expressions of one dimension."""

    sign: RelationSign
    left: Expr
    right: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


Condition = Relation | Call


@dataclass(frozen=True, slots=True)
class Param:
    """A letter the statement leaves general ("edge length a"); it gets a value, 1 by default."""

    name: str
    value: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Unknown:
    """A positive number determined by the conditions."""

    name: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SolidDecl:
    """A solid: its kind, properties, a name to refer to it by and its vertex labels (hidden ones if unnamed).

    `groups` are the labels between dashes. `faces` is filled for a free polyhedron, `parts` for a composite.
    """

    kind: str
    properties: tuple[str, ...]
    name: str
    groups: tuple[tuple[str, ...], ...] = ()
    faces: tuple[tuple[str, ...], ...] = ()
    parts: tuple[tuple[Literal["+", "-"], str], ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(label for group in self.groups for label in group)


@dataclass(frozen=True, slots=True)
class PlaneDecl:
    """A named plane: free (`definition` empty) or equal to a constructed one."""

    name: str
    definition: tuple[Expr, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class PointDecl:
    """An auxiliary point: free, equal to a construction, or lying on an object."""

    label: str
    how: Literal["free", "equals", "on"]
    definition: tuple[Expr, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


Declaration = Param | Unknown | SolidDecl | PlaneDecl | PointDecl


@dataclass(frozen=True, slots=True)
class Extremum:
    """Selects, among all figures that satisfy the conditions, the one where `quantity` is least or greatest."""

    direction: Literal["minimize", "maximize"]
    quantity: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class AnswerKey:
    """What a corpus states in place of the target: `m + n where volume(k) = m*sqrt(n)`. Not a condition.

    `where` is the quantity, which is the target or a power of it, and its form in the letters of `expression`. As
    parsed it may be empty, and `expression` is then made of the target; resolved it is always there.
    """

    expression: Expr
    where: tuple[Expr, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    @property
    def quantity(self) -> Expr:
        return self.where[0]

    @property
    def form(self) -> Expr:
        return self.where[1]


@dataclass(frozen=True, slots=True)
class Figure:
    """A whole figure: declarations, given conditions, and the one target quantity."""

    declarations: tuple[Declaration, ...]
    givens: tuple[Condition, ...]
    extrema: tuple[Extremum, ...]
    target: Expr
    key: AnswerKey | None = None

    @property
    def without_key(self) -> "Figure":
        """The figure alone, for whoever need not know what its corpus states."""
        return replace(self, key=None) if self.key else self

    @property
    def solids(self) -> tuple[SolidDecl, ...]:
        return tuple(d for d in self.declarations if isinstance(d, SolidDecl))

    @property
    def params(self) -> tuple[Param, ...]:
        return tuple(d for d in self.declarations if isinstance(d, Param))
