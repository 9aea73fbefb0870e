"""From what was understood to the reading: the figure in one unit, every line with its passage and its role.

A figure that the kernel does not parse, labels whose order only a drawing could show, and numbers with and without
units side by side are refused here.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.sentences.changes import unchanged
from agents.language.offline_reader.text.labelling import (
    apex_first,
    base_conditions,
    declaration,
    is_regular,
    with_labels,
)
from agents.language.offline_reader.text.state import Fact, Solid, State
from agents.language.offline_reader.text.units import BARE, MixedUnits, one_unit
from agents.records import Passage, ProblemType, Reading, Refusal, StatedCondition
from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.notation.catalogue import edges_of, faces_of
from geometry.notation.figure_errors import FigureError
from geometry.notation.main_solid import main_solid
from geometry.notation.printer import print_condition, print_expr, print_figure
from geometry.notation.resolve import parse_figure

_LABEL = re.compile(r"[A-Z]\d*'*")
_MACRO_BEFORE = re.compile(r"\\[A-Za-z]+\{$")
_NAME = re.compile(r"\b(?:k\d*|cut)\b")
_CATEGORY_SIDES = {3: "triangular", 4: "quadrangular", 5: "pentagonal", 6: "hexagonal"}


def reading(state: State, statement: str, stated_answer: str) -> Reading | Refusal:
    """The reading of a statement all of whose sentences were understood.

    Of the stated answer only the spelling matters: a percentage may be stated as `20` or as `20%`.
    """
    if state.percent and "%" not in stated_answer:
        state = replace(state, target=f"100*({state.target})")
    if not state.target:
        return Refusal(reason="not_understood", sentence="No question was found in it.")
    if not state.solids:
        return Refusal(reason="not_understood", sentence="No solid is declared in words.")
    state = _labelled(unchanged(state))
    unclear = _unclear_labels(state) or _no_centre(state)
    if unclear:
        return unclear
    facts = tuple(_facts(state))
    try:
        lines, unit = one_unit(tuple(line for fact in facts for line in fact.lines), state.answer_unit)
        figure = parse_figure("\n".join([*lines, f"find {state.target}"]))
    except MixedUnits as error:
        return Refusal(reason="not_understood", sentence=f"The units do not go together: {error}.")
    except FigureError as error:
        return Refusal(reason="not_understood", sentence=f"What was read makes no figure: {error.sentence}.")
    return _finished(state, statement, facts, figure, "" if unit == BARE else unit)


def _labelled(state: State) -> State:
    """Labels for solids whose base can only be described with them."""
    for solid in state.solids:
        if solid.base in ("square", "rectangle", "rhombus", "equilateral", "regular hexagon") and not is_regular(solid):
            _, state = with_labels(state, solid.name)
    return state


# Lines in the order the notation wants them


def _facts(state: State) -> Iterator[Fact]:
    """Declarations first, then points, then conditions, no line twice; each with the tokens it came from."""
    seen: set[str] = set()
    for fact in _ordered(state):
        lines = tuple(line for line in dict.fromkeys(fact.lines) if line not in seen)
        seen.update(lines)
        if lines:
            yield Fact(lines, fact.first, fact.last)


def _ordered(state: State) -> Iterator[Fact]:
    for solid in state.solids:
        yield Fact((declaration(solid),), *solid.span)
    in_solids = frozenset(label for solid in state.solids for label in solid.labels)
    told = {line for fact in state.facts for line in fact.lines}
    bases = [Fact(base_conditions(solid), *solid.span) for solid in state.solids if f"base {solid.name}" not in told]
    expanded = [*bases, *(Fact(tuple(_expanded(state, fact)), fact.first, fact.last) for fact in state.facts)]
    for kind in (("point", "plane"), ("given",), ("minimize", "maximize")):
        for fact in expanded:
            lines = tuple(line for line in fact.lines if line.startswith(kind) and not _corner(line, in_solids))
            yield Fact(lines, fact.first, fact.last)


def _corner(line: str, in_solids: frozenset[str]) -> bool:
    """Whether a line declares a free point that is a vertex of a solid anyway."""
    words = line.split()
    return words[0] == "point" and len(words) == 2 and words[1] in in_solids


def _expanded(state: State, fact: Fact) -> Iterator[str]:
    for line in fact.lines:
        if line.startswith("base "):
            yield from base_conditions(state.solid(line.split()[1]))
        else:
            yield line


# Labels whose order the words do not show


def _unclear_labels(state: State) -> Refusal | None:
    for solid in state.solids:
        if solid.groups and not solid.invented and not _clear(state, solid):
            labels = "".join(solid.labels)
            sentence = f'Only a drawing could tell which vertex of "{labels}" is which.'
            return Refusal(reason="missing_figure", sentence=sentence)
    return None


_CENTRAL = ("square", "rectangle", "rhombus", "parallelogram", "equilateral", "regular")


def _no_centre(state: State) -> Refusal | None:
    """A right pyramid has its apex above the centre of the base; refused where the base has none that all agree on."""
    for solid in state.solids:
        if solid.kind != "pyramid" or not solid.right or is_regular(solid):
            continue
        base = frozenset(solid.groups[-1]) if solid.groups else frozenset()
        told = any(shape in _CENTRAL and frozenset(corners) == base for shape, corners in state.polygons)
        if not told and solid.base not in _CENTRAL:
            return Refusal(reason="not_understood", sentence='"right" is not clear for a pyramid on such a base.')
    return None


def _clear(state: State, solid: Solid) -> bool:
    if solid.kind in ("sphere", "hemisphere", "cone", "cylinder"):
        return True
    told = [pair for pair in state.edges if pair <= set(solid.labels)]
    declared = s.SolidDecl(solid.kind, (), solid.name, solid.groups)
    real = {frozenset(edge) for edge in edges_of(declared)}
    if not all(pair in real for pair in told) or state.diagonals & real:
        return False
    faces = [set(face) for face in faces_of(declared)]
    if not all(any(set(named) <= face for face in faces) for named in state.faces if set(named) <= set(solid.labels)):
        return False
    if solid.dashed or solid.kind in ("cube", "cuboid", "parallelepiped"):
        return True
    if solid.kind == "prism":
        bottom, top = solid.groups
        return any({a, b} in told for a, b in zip(bottom, top, strict=True))
    symmetric = solid.kind == "tetrahedron" or (len(solid.labels) == 4 and not (solid.right or solid.base))
    return symmetric or apex_first(solid.labels)


# The record


def _finished(state: State, statement: str, facts: tuple[Fact, ...], figure: s.Figure, unit: str) -> Reading | Refusal:
    text = print_figure(figure)
    try:
        main = main_solid(figure)
        parse_figure(text)
    except (GeometryError, FigureError) as error:
        return Refusal(reason="not_understood", sentence=f"What was read makes no figure: {error}.")
    if _in_letters(state, facts):
        letters = ", ".join(letter for letter, _, _ in state.meanings)
        return Refusal(reason="not_numerical", sentence=f'The answer is a formula in "{letters}".')
    return Reading(
        category=_category(main),
        diagram=tuple(_passage(state, statement, first, last) for first, last in state.diagram),
        conditions=_conditions(state, statement, facts, figure, main),
        question=_passage(state, statement, *state.question),
        problem_type=_type(state),
        figure=text,
        unit=unit,
    )


def _in_letters(state: State, facts: tuple[Fact, ...]) -> bool:
    """Whether a length, area or volume is asked for and only letters tell the size."""
    sized = any("⟦" in line or "= (" in line for fact in facts for line in fact.lines)
    return bool(state.meanings) and not sized and state.target_dimension in ("length", "area", "volume")


def _passage(state: State, statement: str, first: int, last: int) -> Passage:
    start, end = _balanced(statement, state.tokens[first].start, state.tokens[last].end)
    return Passage(text=statement[start:end], start=start, end=end)


def _balanced(statement: str, start: int, end: int) -> tuple[int, int]:
    """A passage grown by the braces and the dollar beside it, so that its mathematics stays whole."""
    start, end = _with_braces(statement, start, end)
    inside = statement.count("$", start, end)
    before, after = statement[start - 1 : start] == "$", statement[end : end + 1] == "$"
    if inside % 2 == 0:
        return (start - 1, end + 1) if before and after else (start, end)
    if after:
        return start, end + 1
    return (start - 1, end) if before else (start, end)


def _with_braces(statement: str, start: int, end: int) -> tuple[int, int]:
    """`AB` inside `\\overline{AB}` takes the macro along, at either end of the passage."""
    while statement.count("{", start, end) > statement.count("}", start, end) and statement[end : end + 1] == "}":
        end += 1
    macro = _MACRO_BEFORE.search(statement, 0, start)
    missing = statement.count("}", start, end) - statement.count("{", start, end)
    if macro is not None and missing > 0:
        return macro.start(), end
    if macro is not None and missing == 0 and statement[end : end + 1] == "}":
        return macro.start(), end + 1
    return start, end


def _conditions(
    state: State, statement: str, facts: tuple[Fact, ...], figure: s.Figure, main: s.SolidDecl
) -> tuple[StatedCondition, ...]:
    """One condition per passage, in the order of the statement."""
    canonical = iter(_canonical(figure))
    grouped: dict[tuple[int, int], list[str]] = {}
    for fact in facts:
        for _ in fact.lines:
            grouped.setdefault((fact.first, fact.last), []).append(next(canonical))
    made = []
    for (first, last), lines in sorted(grouped.items()):
        place = _passage(state, statement, first, last)
        role = "primary" if all(_is_primary(line, main) for line in lines) else "auxiliary"
        made.append(StatedCondition(text=place.text, start=place.start, end=place.end, role=role, lines=tuple(lines)))
    return tuple(made)


def _canonical(figure: s.Figure) -> Iterator[str]:
    """The lines of the figure in canonical spelling, declarations first: the order in which the facts stand."""
    text = print_figure(figure).splitlines()
    yield from text[: len(figure.declarations)]
    yield from (f"given {print_condition(condition)}" for condition in figure.givens)
    yield from (f"{extremum.direction} {print_expr(extremum.quantity)}" for extremum in figure.extrema)


def _is_primary(line: str, main: s.SolidDecl) -> bool:
    """Whether a line speaks only of the main solid's own vertices, name and measures."""
    names = {name for name in _NAME.findall(line) if name != main.name}
    return not names and set(_LABEL.findall(line)) <= set(main.labels)


def _category(main: s.SolidDecl) -> str:
    if main.kind in ("pyramid", "prism", "frustum"):
        return f"{_CATEGORY_SIDES.get(len(main.groups[-1]), 'polygonal')} {main.kind}"
    return main.kind.replace("_", " ")


def _type(state: State) -> ProblemType:
    if state.target_dimension == "angle" or state.target.startswith(("sin(", "cos(", "tan(")):
        return "angle"
    kinds: dict[str, ProblemType] = {"length": "length", "area": "area", "volume": "volume"}
    return kinds.get(state.target_dimension, "ratio")
