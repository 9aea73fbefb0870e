"""The parsed state as a reading: the figure in one unit, each line with its passage and its role.

Rejects a figure that the kernel does not parse, labels whose order only a drawing shows, a right pyramid on a base
without a centre, numbers with and without units side by side, and answers that are formulas in letters.
"""

from collections.abc import Iterator
from dataclasses import replace

from agents.language.offline_reader.sentences.changes import unchanged
from agents.language.offline_reader.sentences.passages import passage_at, stated_conditions
from agents.language.offline_reader.text.labelling import (
    BOXES,
    SIDE_WORDS,
    apex_first,
    base_conditions,
    declaration,
    is_regular,
    needs_labels,
    with_labels,
)
from agents.language.offline_reader.text.state import Fact, Solid, State
from agents.language.offline_reader.text.units import BARE, MixedUnits, one_unit
from agents.records import ProblemType, Reading, Refusal
from geometry.errors import GeometryError
from geometry.notation import syntax as s
from geometry.notation.catalogue import edges_of, faces_of
from geometry.notation.figure_errors import FigureError
from geometry.notation.main_solid import main_solid
from geometry.notation.printer import print_figure
from geometry.notation.resolve import parse_figure


def reading(state: State, statement: str, stated_answer: str) -> Reading | Refusal:
    """The reading of a statement all of whose sentences were parsed.

    The stated answer only decides the scale of a percentage: `20` or `20%`.
    """
    if state.percent and "%" not in stated_answer:
        state = replace(state, target=f"100*({state.target})")
    if not state.target:
        return Refusal(reason="not_understood", sentence="It contains no question.")
    if not state.solids:
        return Refusal(reason="not_understood", sentence="It declares no solid in words.")
    state = unchanged(state)
    for solid in state.solids:
        if needs_labels(solid):
            _, state = with_labels(state, solid.name)
    unclear = _unclear_labels(state) or _no_centre(state)
    if unclear:
        return unclear
    facts = tuple(_facts(state))
    try:
        lines, unit = one_unit(tuple(line for fact in facts for line in fact.lines), state.answer_unit)
        figure = parse_figure("\n".join([*lines, f"find {state.target}"]))
    except MixedUnits as error:
        return Refusal(reason="not_understood", sentence=f"The units do not match: {error}.")
    except FigureError as error:
        return Refusal(reason="not_understood", sentence=f"What was read is not a figure: {error.sentence}.")
    return _finished(state, statement, facts, figure, "" if unit == BARE else unit)


# Lines in the order of the notation


def _facts(state: State) -> Iterator[Fact]:
    """Declarations first, then points, then conditions, no line twice; each with its tokens."""
    seen: set[str] = set()
    for fact in _ordered(state):
        lines = tuple(line for line in dict.fromkeys(fact.lines) if line not in seen)
        seen.update(lines)
        if lines:
            yield Fact(lines, fact.first, fact.last)


def _ordered(state: State) -> Iterator[Fact]:
    for solid in state.solids:
        yield Fact((declaration(solid),), *solid.span)
    vertices = {label for solid in state.solids for label in solid.labels}
    stated = {line for fact in state.facts for line in fact.lines}
    bases = [Fact(base_conditions(solid), *solid.span) for solid in state.solids if f"base {solid.name}" not in stated]
    expanded = [*bases, *(Fact(tuple(_expanded(state, fact)), fact.first, fact.last) for fact in state.facts)]
    declared = {f"point {label}" for label in vertices}
    for kind in (("point", "plane"), ("given",), ("minimize",)):
        for fact in expanded:
            lines = tuple(line for line in fact.lines if line.startswith(kind) and line not in declared)
            yield Fact(lines, fact.first, fact.last)


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
            sentence = f'Only a drawing could show which vertex of "{"".join(solid.labels)}" is which.'
            return Refusal(reason="missing_figure", sentence=sentence)
    return None


_CENTRAL = ("square", "rectangle", "equilateral", "regular")


def _no_centre(state: State) -> Refusal | None:
    """A right pyramid has its apex above the centre of its base; rejected if the base has no undisputed centre."""
    for solid in state.solids:
        if solid.kind != "pyramid" or not solid.right or is_regular(solid):
            continue
        base = frozenset(solid.groups[-1]) if solid.groups else frozenset()
        stated = any(shape in _CENTRAL and frozenset(corners) == base for shape, corners in state.polygons)
        if not stated and solid.base not in _CENTRAL:
            return Refusal(reason="not_understood", sentence='"right" is not clear for a pyramid on such a base.')
    return None


def _clear(state: State, solid: Solid) -> bool:
    """Whether the labels can be placed: by dashes or a convention, and with the stated edges and faces."""
    stated = [pair for pair in state.edges if pair <= set(solid.labels)]
    declared = s.SolidDecl(solid.kind, (), solid.name, solid.groups)
    edges = {frozenset(edge) for edge in edges_of(declared)}
    faces = [set(face) for face in faces_of(declared)]
    named = [set(face) for face in state.faces if set(face) <= set(solid.labels)]
    if not all(pair in edges for pair in stated) or not all(any(n <= face for face in faces) for n in named):
        return False
    if solid.dashed or solid.kind in BOXES:
        return True
    if solid.kind == "prism":
        bottom, top = solid.groups
        return any({a, b} in stated for a, b in zip(bottom, top, strict=True))
    symmetric = solid.kind == "tetrahedron" or (len(solid.labels) == 4 and not (solid.right or solid.base))
    return symmetric or apex_first(solid.labels)


# The record


def _finished(state: State, statement: str, facts: tuple[Fact, ...], figure: s.Figure, unit: str) -> Reading | Refusal:
    text = print_figure(figure)
    try:
        main = main_solid(figure)
        parse_figure(text)
    except (GeometryError, FigureError) as error:
        return Refusal(reason="not_understood", sentence=f"What was read is not a figure: {error}.")
    if _in_letters(state, facts):
        letters = ", ".join(letter for letter, _, _ in state.meanings)
        return Refusal(reason="not_numerical", sentence=f'The answer is a formula in "{letters}".')
    return Reading(
        category=_category(main),
        diagram=tuple(passage_at(state, statement, first, last) for first, last in state.diagram),
        conditions=stated_conditions(state, statement, facts, figure, main),
        question=passage_at(state, statement, *state.question),
        problem_type=_type(state),
        figure=text,
        unit=unit,
    )


def _in_letters(state: State, facts: tuple[Fact, ...]) -> bool:
    """Whether a length, area or volume is the target and only letters give the size."""
    sized = any("⟦" in line or "= (" in line for fact in facts for line in fact.lines)
    return bool(state.meanings) and not sized and state.target_dimension in ("length", "area", "volume")


def _category(main: s.SolidDecl) -> str:
    if main.kind in ("pyramid", "prism"):
        return f"{SIDE_WORDS.get(len(main.groups[-1]), 'polygonal')} {main.kind}"
    return main.kind.replace("_", " ")


def _type(state: State) -> ProblemType:
    if state.target_dimension == "angle" or state.target.startswith(("sin(", "cos(", "tan(")):
        return "angle"
    kinds: dict[str, ProblemType] = {"length": "length", "area": "area", "volume": "volume"}
    return kinds.get(state.target_dimension, "ratio")
