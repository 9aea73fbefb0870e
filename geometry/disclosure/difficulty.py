"""How hard a question is: what has to be constructed, what has to be estimated by eye.

Counted on the figure of the question, so that two questions of one difficulty ask for as much, whatever their words.
"""

from geometry.disclosure.difficulty_record import BANDS, Band, Difficulty
from geometry.notation import syntax as s
from geometry.notation.condition_roles import condition_role, needed_declarations
from geometry.notation.main_solid import main_labels, main_names, main_solid, simple_parts
from geometry.notation.rigid_groups import names_in
from geometry.notation.signatures import FUNCTIONS
from geometry.notation.walk import nodes_in
from geometry.shapes.templates import template_for

_MOST = {"trivial": 2, "easy": 5, "medium": 10}
"""The largest number of steps and estimates of a band; a single edge or the size of the object is trivial."""
_ARITHMETIC = (s.Op, s.Neg)
_ROUND_SIZES = {"sphere": 1, "hemisphere": 1, "cone": 2, "cylinder": 2, "cone_frustum": 3}


def difficulty(asked: s.Figure, visibility: float | None = None) -> Difficulty:
    """The difficulty of the question that is asked about a figure."""
    added = needed_declarations(asked)
    conditions = [c for c in (*asked.givens, *asked.extrema) if condition_role(asked, c) == "auxiliary"]
    target = list(nodes_in([asked.target]))
    operations = sum(isinstance(node, _ARITHMETIC) or _is_measure(node) for node in target)
    steps = len(added) + len(conditions) + operations
    estimates = _estimates(asked, conditions)
    return Difficulty(steps=steps, estimates=estimates, visibility=visibility, band=_band(steps + estimates))


def _is_measure(node: s.Expr | s.Condition) -> bool:
    return isinstance(node, s.Call) and node.name not in (
        "line",
        "segment",
        "plane",
        "polygon",
        "vector",
        "base",
        "top",
    )


def _estimates(asked: s.Figure, conditions: list[s.Condition | s.Extremum]) -> int:
    """Named points of the object, each a place to estimate, and the sizes that measures of it as a whole depend on."""
    parts: list[s.Expr | s.Condition] = [c.quantity if isinstance(c, s.Extremum) else c for c in conditions]
    parts.append(asked.target)
    for item in needed_declarations(asked):
        parts += getattr(item, "definition", ())
    points = set().union(*(names_in(part) for part in parts)) & set(main_labels(asked))
    own = main_names(asked)
    whole = {
        node.name
        for node in nodes_in(parts)
        if isinstance(node, s.Call) and any(_names(arg) & own for arg in node.args)
    }
    lengths = {name for name in whole if FUNCTIONS[name].group in ("length", "point", "object")}
    return len(points) + max(len(lengths), sizes_of(asked) if whole - lengths else 0)


def sizes_of(figure: s.Figure) -> int:
    """How many lengths determine the size and shape of the object, given what is said of it."""
    parts = [part for _, part in simple_parts(figure, main_solid(figure))]
    return sum(_ROUND_SIZES.get(part.kind) or len(template_for(part, figure.givens).start) for part in parts)


def _names(arg: s.Expr) -> set[str]:
    return {arg.id} if isinstance(arg, s.Name) else set()


def _band(total: int) -> Band:
    return next((band for band in BANDS[:-1] if total <= _MOST[band]), BANDS[-1])
