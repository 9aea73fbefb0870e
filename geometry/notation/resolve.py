"""Name and type resolution of a figure: names exist, types match, dimensions agree, one target.

A run of labels takes its meaning from the context: `AB` is a length in an equation, a line beside ⟂, and
`P-ABC` a solid inside `volume(...)`. A run without a meaning in its context raises FigureError.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from geometry.notation import syntax as s
from geometry.notation.answer_key import checked_key, key_of_target, letters_of
from geometry.notation.catalogue import KINDS, edge_classes, is_hidden
from geometry.notation.constants import refuse_impossible_numbers, value_of
from geometry.notation.dimensions import LENGTH, RATIO, dimension_of, unify
from geometry.notation.figure_errors import FigureError, did_you_mean
from geometry.notation.parser import parse_statements
from geometry.notation.printer import print_expr
from geometry.notation.rigid_groups import names_in
from geometry.notation.signatures import FUNCTIONS, SCALARS, Signature, is_a
from geometry.notation.unknown_target import unknown_as_quantity


@lru_cache(maxsize=512)
def parse_figure(source: str) -> s.Figure:
    """The figure written in `source`, checked; raises FigureError with line, column and hint."""
    return _Resolver().figure(parse_statements(source), source)


@dataclass
class _Resolver:
    points: set[str] = field(default_factory=set)
    numbers: set[str] = field(default_factory=set)
    params: dict[str, float] = field(default_factory=dict)
    planes: set[str] = field(default_factory=set)
    solids: dict[str, s.SolidDecl] = field(default_factory=dict)
    by_labels: dict[tuple[str, ...], str] = field(default_factory=dict)
    # Memoization of checked calls: every signature resolves its arguments again, exponential in nested calls.
    checked: dict[int, tuple[s.Call, str]] = field(default_factory=dict)

    def figure(self, statements: list[object], source: str) -> s.Figure:
        declarations = [self._declare(d) for d in statements if isinstance(d, s.Declaration)]
        givens: list[s.Condition] = []
        extrema: list[s.Extremum] = []
        targets: list[tuple[s.Expr, s.Span]] = []
        keys = [item for item in statements if isinstance(item, s.AnswerKey)]
        for item in statements:
            if isinstance(item, s.Extremum):
                extrema.append(s.Extremum(item.direction, self._quantity(item.quantity), item.span))
            elif isinstance(item, tuple):
                targets.append((self._quantity(item[1]), item[2]))
            elif not isinstance(item, s.Declaration | s.AnswerKey):
                givens.append(self.condition(item))  # type: ignore[arg-type]
        if len(targets) != 1:
            raise self._target_count(targets, source)
        if len(extrema) > 1:
            raise FigureError(extrema[1].span, "a figure minimizes or maximizes one quantity")
        if len(keys) > 1:
            raise FigureError(keys[1].span, "a figure has one key", "keep one 'key' line")
        target = self._target(targets[0][0], givens)
        key = self._key(keys[0], target, givens) if keys else None
        return s.Figure(tuple(declarations), tuple(givens), tuple(extrema), target, key)

    def _key(self, key: s.AnswerKey, target: s.Expr, givens: list[s.Condition]) -> s.AnswerKey:
        """The key with its quantity resolved: the letters of a key are its own, not names of the figure."""
        if not key.where:
            unknown = letters_of((key.expression,)) - {*self.numbers, *self.planes, *self.solids}
            if unknown:
                hint = f"write: key ... where {print_expr(target)} = ..."
                raise FigureError(key.span, f"the letter {min(unknown)} of the key needs its form", hint)
            return key_of_target(key.expression, target, key.span, self._scalar_or_none)
        quantity = self._quantity(key.quantity)
        if dimension_of(quantity).kind == "constant":
            quantity = self._target(quantity, givens)
        return checked_key(replace(key, where=(quantity, key.form)), target)

    def _target_count(self, targets: list[tuple[s.Expr, s.Span]], source: str) -> FigureError:
        if not targets:
            return FigureError(s.Span(max(1, source.count("\n") + 1), 1), "nothing is asked for", "end with: find ...")
        return FigureError(targets[1][1], "a figure has one target", "keep one 'find' line")

    # Declarations

    def _declare(self, item: s.Declaration) -> s.Declaration:
        match item:
            case s.Param(name, value):
                self._new_name(name, item.span)
                checked = self._quantity(value)
                if not names_in(checked) <= {*self.params, "pi"}:
                    raise FigureError(item.span, "a parameter's value is a number", "measures belong in a 'given'")
                self.numbers.add(name)
                self.params[name] = value_of(checked, self.params)
                return s.Param(name, checked, item.span)
            case s.Unknown(name):
                self._new_name(name, item.span)
                self.numbers.add(name)
                return item
            case s.SolidDecl():
                return self._declare_solid(item)
            case s.PlaneDecl(name, definition):
                self._new_name(name, item.span)
                checked_plane = tuple(self._must(d, "plane") for d in definition)
                self.planes.add(name)
                return s.PlaneDecl(name, checked_plane, item.span)
            case s.PointDecl():
                return self._declare_point(item)

    def _new_name(self, name: str, span: s.Span) -> None:
        if name in self.numbers | self.planes or name in self.solids:
            raise FigureError(span, f"the name {name} is taken")
        if name in FUNCTIONS or name == "pi":
            raise FigureError(span, f"{name} is a word of the notation", f"call it {name}1")

    def _declare_solid(self, item: s.SolidDecl) -> s.SolidDecl:
        if item.name in self.solids:
            raise FigureError(item.span, f"the solid {item.name} is declared twice")
        if item.name not in ("-".join("".join(g) for g in item.groups if not is_hidden(g[0])),):
            self._new_name(item.name, item.span)
        for _, part in item.parts:
            if part not in self.solids:
                raise FigureError(item.span, f"unknown solid {part}", did_you_mean(part, self.solids))
        self.solids[item.name] = item
        visible = tuple(label for label in item.labels if not is_hidden(label))
        if visible:
            self.by_labels.setdefault(visible, item.name)
        self.points.update(item.labels)
        return item

    def _declare_point(self, item: s.PointDecl) -> s.PointDecl:
        if item.label in self.points:
            hint = f"write given on({item.label}, ...) or given {item.label} = ... for a condition on it"
            raise FigureError(item.span, f"the point {item.label} is declared already", hint)
        if item.how == "equals":
            definition = tuple(self._must(d, "point") for d in item.definition)
        elif item.how == "on":
            definition = tuple(self._place(d) for d in item.definition)
        else:
            definition = ()
        self.points.add(item.label)
        return s.PointDecl(item.label, item.how, definition, item.span)

    def _place(self, expr: s.Expr) -> s.Expr:
        for wanted in ("segment", "ray", "line", "plane", "circle", "region", "surface", "interior", "solid"):
            found = self.coerce(expr, wanted)
            if found is not None:
                return s.Call("surface", (found,), expr.span) if wanted == "solid" else found
        raise FigureError(
            expr.span,
            "a point cannot lie on this",
            "write segment(A,B), line(A,B), plane(A,B,C), circle(k) or surface(k)",
        )

    # Conditions

    def condition(self, item: s.Condition) -> s.Condition:
        if isinstance(item, s.Relation):
            return self._relation(item)
        if not isinstance(item, s.Call):
            raise FigureError(
                item.span, "this is not a condition", "a condition is an equation or a relation such as perp(...)"
            )
        checked, result = self.call(item)
        if result != "bool":
            raise FigureError(item.span, f"{item.name}(...) is a {result}, not a condition", "compare it: ... = ...")
        self._check_discrete(checked)
        return checked

    def _check_discrete(self, call: s.Call) -> None:
        if call.name == "integer" and dimension_of(call.args[0]).kind == "angle":
            raise FigureError(call.span, "an angle is not a number", "divide it: integer(angle(A,B,C) / 1°)")
        if call.name != "edges":
            return
        solid = self.solids.get(call.args[0].id) if isinstance(call.args[0], s.Name) else None
        if solid is None or KINDS[solid.kind].family != "polyhedron":
            raise FigureError(call.span, "edges(...) takes a declared polyhedron", "write edges(k) = {3, 4, 5}")
        wanted, stated = len(edge_classes(solid)), len(call.args) - 1
        if wanted != stated:
            words = " ".join([*solid.properties, solid.kind])
            raise FigureError(call.span, f"{stated} lengths do not make the edges of a {words}", f"write {wanted}")
        refuse_impossible_numbers(call, self.params)

    def _relation(self, item: s.Relation) -> s.Relation:
        left, right = self._scalar_or_none(item.left), self._scalar_or_none(item.right)
        if left is not None and right is not None:
            unify(dimension_of(left), dimension_of(right), item.span)
            refuse_impossible_numbers(s.Relation(item.sign, left, right), self.params)
            return s.Relation(item.sign, left, right, item.span)
        for wanted in ("point", "vector"):
            a, b = self.coerce(item.left, wanted), self.coerce(item.right, wanted)
            if a is not None and b is not None and item.sign == "=":
                return s.Relation("=", a, b, item.span)
        raise FigureError(item.span, f"the two sides of '{item.sign}' cannot be compared", self._comparison_hint(item))

    def _comparison_hint(self, item: s.Relation) -> str:
        for side in (item.left, item.right):
            if isinstance(side, s.Labels) and len(side.labels) > 2:
                run = ",".join(side.labels)
                return f"{''.join(side.labels)} is not a quantity: write angle({run}) or area({run})"
        return "write quantities such as AB, angle(A,B,C), area(A,B,C) on both sides"

    # Expressions

    def _quantity(self, expr: s.Expr) -> s.Expr:
        found = self._scalar_or_none(expr)
        if found is None:
            hint = self._comparison_hint(s.Relation("=", expr, expr))
            raise FigureError(expr.span, "this is not a quantity", hint)
        dimension_of(found)
        refuse_impossible_numbers(found, self.params)
        return found

    def _target(self, expr: s.Expr, givens: list[s.Condition]) -> s.Expr:
        """The target; for an unknown the quantity that a condition gives it: radius(k) = r or EF = 2*r, find r."""
        if dimension_of(expr).kind != "constant":
            return expr
        found = unknown_as_quantity(expr.id, givens) if isinstance(expr, s.Name) else None
        if found is not None:
            return found
        raise FigureError(expr.span, "the target measures nothing in the figure", "ask for a quantity such as AB")

    def _must(self, expr: s.Expr, wanted: str) -> s.Expr:
        found = self.coerce(expr, wanted)
        if found is None:
            raise FigureError(expr.span, f"a {wanted} is needed here", f"functions giving one: {_makers(wanted)}")
        return found

    def coerce(self, expr: s.Expr, wanted: str) -> s.Expr | None:
        """`expr` interpreted as a value of type `wanted`, or None if it cannot be one."""
        if wanted in SCALARS or wanted == "scalar":
            return self._scalar_or_none(expr)
        if isinstance(expr, s.Labels):
            return self._labels_as(expr, wanted)
        if isinstance(expr, s.Name):
            return self._name_as(expr, wanted)
        if isinstance(expr, s.Triple):
            parts = [self._quantity(c) for c in (expr.x, expr.y, expr.z)]
            return s.Triple(parts[0], parts[1], parts[2], expr.span) if wanted == "point" else None
        if isinstance(expr, s.Call):
            checked, result = self.call(expr)
            if is_a(result, wanted):
                return checked
            return None
        return self._arithmetic_as(expr, wanted) if isinstance(expr, s.Op | s.Neg) else None

    def _labels_as(self, expr: s.Labels, wanted: str) -> s.Expr | None:
        count = len(expr.labels)
        if wanted == "solid":
            return self._solid_from(expr.labels, expr.span)
        self._known(expr.labels, expr.span)
        if wanted == "point":
            return expr if count == 1 else None
        wrap = {"line": (2, 2), "segment": (2, 2), "plane": (3, 99), "region": (3, 99)}.get(wanted)
        if wrap and wrap[0] <= count <= wrap[1]:
            name = "polygon" if wanted == "region" else wanted
            return s.Call(name, tuple(s.Labels((x,), expr.span) for x in expr.labels), expr.span)
        return None

    def _solid_from(self, labels: tuple[str, ...], span: s.Span) -> s.Expr | None:
        if "".join(labels) in self.solids:
            return s.Name("".join(labels), span)
        if labels in self.by_labels:
            return s.Name(self.by_labels[labels], span)
        if len(labels) < 4:
            return None
        self._known(labels, span)
        return s.Call("hull", tuple(s.Labels((x,), span) for x in labels), span)

    def _known(self, labels: Iterable[str], span: s.Span) -> None:
        for label in labels:
            if label not in self.points:
                visible = [p for p in self.points if not is_hidden(p)]
                raise FigureError(span, f"unknown point {label}", did_you_mean(label, visible))

    def _name_as(self, expr: s.Name, wanted: str) -> s.Expr | None:
        kinds = {"solid": self.solids, "plane": self.planes}
        if wanted in kinds and expr.id in kinds[wanted]:
            return expr
        known = {*self.numbers, *self.planes, *self.solids}
        if expr.id not in known | {"pi"}:
            hint = did_you_mean(expr.id, known) or _declare_hint(expr.id)
            if expr.id in FUNCTIONS:
                forms = " or ".join(sig.shown(expr.id) for sig in FUNCTIONS[expr.id].signatures[:3])
                hint = f"{expr.id} is a function: write {forms}"
            raise FigureError(expr.span, f"unknown name {expr.id}", hint)
        return None

    def _arithmetic_as(self, expr: s.Op | s.Neg, wanted: str) -> s.Expr | None:
        if wanted == "solid":
            groups = _dashed(expr)
            name = "-".join("".join(group) for group in groups)
            if name in self.solids:
                return s.Name(name, expr.span)
            return self._solid_from(tuple(x for group in groups for x in group), expr.span) if groups else None
        if wanted not in ("point", "vector"):
            return None
        if isinstance(expr, s.Neg):
            inner = self.coerce(expr.operand, "vector") if wanted == "vector" else None
            return s.Neg(inner, expr.span) if inner is not None else None
        return self._vector_arithmetic(expr, wanted)

    def _vector_arithmetic(self, expr: s.Op, wanted: str) -> s.Expr | None:
        if expr.op in ("+", "-"):
            left, right = self.coerce(expr.left, wanted), self.coerce(expr.right, "vector")
        elif expr.op == "*" and wanted == "vector":
            left, right = self._scalar_or_none(expr.left), self.coerce(expr.right, "vector")
        elif expr.op == "/" and wanted == "vector":
            left, right = self.coerce(expr.left, "vector"), self._scalar_or_none(expr.right)
        else:
            return None
        return s.Op(expr.op, left, right, expr.span) if left is not None and right is not None else None

    def _scalar_or_none(self, expr: s.Expr) -> s.Expr | None:
        """`expr` as a quantity with everything inside resolved, or None if it is an object."""
        match expr:
            case s.Number():
                return expr
            case s.Name(name):
                if name == "pi" or name in self.numbers:
                    return expr
                return self._name_as(expr, "scalar")
            case s.Labels(labels):
                self._known(labels, expr.span)
                return expr if len(labels) == 2 else None
            case s.Neg(operand):
                inner = self._scalar_or_none(operand)
                return s.Neg(inner, expr.span) if inner is not None else None
            case s.Op(op, left, right):
                a, b = self._scalar_or_none(left), self._scalar_or_none(right)
                return s.Op(op, a, b, expr.span) if a is not None and b is not None else None
            case s.Call():
                checked, result = self.call(expr)
                return checked if result in SCALARS else None
            case _:
                return None

    def call(self, expr: s.Call) -> tuple[s.Call, str]:
        """A call with its arguments coerced to the first signature that fits, and its result type."""
        if id(expr) not in self.checked:
            self.checked[id(expr)] = self._call(expr)
        return self.checked[id(expr)]

    def _call(self, expr: s.Call) -> tuple[s.Call, str]:
        function = FUNCTIONS.get(expr.name)
        if function is None:
            raise FigureError(expr.span, f"unknown function {expr.name}", did_you_mean(expr.name, FUNCTIONS))
        for args in _readings(expr):
            for signature in function.signatures:
                found = self._fit(args, signature)
                if found is not None:
                    checked = s.Call(expr.name, found, expr.span)
                    if signature.result in SCALARS:
                        dimension_of(checked)
                    return checked, signature.result
        forms = " or ".join(sig.shown(expr.name) for sig in function.signatures)
        raise FigureError(expr.span, f"{expr.name} does not take these arguments", f"write {forms}")

    def _fit(self, args: tuple[s.Expr, ...], signature: Signature) -> tuple[s.Expr, ...] | None:
        if not signature.accepts(len(args)):
            return None
        found = [self.coerce(arg, signature.type_at(i)) for i, arg in enumerate(args)]
        for i, arg in enumerate(found):
            if arg is not None and signature.type_at(i) in ("number", "length"):
                unify(dimension_of(arg), RATIO if signature.type_at(i) == "number" else LENGTH, arg.span)
        return tuple(x for x in found if x is not None) if None not in found else None


def _readings(expr: s.Call) -> Iterable[tuple[s.Expr, ...]]:
    """The arguments as written, or a single label run split into points: square(ABCD), dihedral(A-BC-D).

    A single run is split first, so that area(ABC) and area(A,B,C) are the same figure; but if it could be a
    declared solid, as in circumradius(P-ABC), the whole run is tried first.
    """
    labels: list[str] = []
    if len(expr.args) == 1:
        labels = [x for group in _dashed(expr.args[0]) for x in group]
    apart = tuple(s.Labels((x,), expr.span) for x in labels)
    takes_solid = any(signature.args == ("solid",) for signature in FUNCTIONS[expr.name].signatures)
    if len(apart) > 1 and not takes_solid:
        yield apart
    yield expr.args
    if len(apart) > 1 and takes_solid:
        yield apart


def _dashed(expr: s.Expr) -> tuple[tuple[str, ...], ...]:
    """The label groups of `P-ABCD`, which the grammar parses as a difference; () if it is not one."""
    if isinstance(expr, s.Labels):
        return (expr.labels,)
    if isinstance(expr, s.Op) and expr.op == "-" and isinstance(expr.right, s.Labels):
        left = _dashed(expr.left)
        return (*left, expr.right.labels) if left else ()
    return ()


def _makers(wanted: str) -> str:
    names = [n for n, f in FUNCTIONS.items() if any(is_a(sig.result, wanted) for sig in f.signatures)]
    return ", ".join(names[:8])


def _declare_hint(name: str) -> str:
    return f"declare it first: param {name}, unknown {name}, plane {name} or solid ... {name}"
