"""The geometry category of a figure's main solid in words, and the problem type of its target."""

from agents.records import ProblemType
from geometry.notation import syntax as s
from geometry.notation.dimensions import dimension_of, target_class
from geometry.notation.main_solid import main_solid

_SIDES = {3: "triangular", 4: "quadrangular", 5: "pentagonal", 6: "hexagonal", 8: "octagonal"}
_WORDS = {"cone_frustum": "cone frustum", "tetrahedron": "triangular pyramid", "frustum": "pyramid frustum"}
_TRIGONOMETRIC = ("sin", "cos", "tan")


def geometry_category(figure: s.Figure) -> str:
    """The category of the main solid, such as `quadrangular pyramid`, `cube` or `composite`."""
    solid = main_solid(figure)
    word = _WORDS.get(solid.kind, solid.kind)
    if solid.kind not in ("pyramid", "prism", "frustum"):
        return word
    sides = _base_sides(solid)
    return f"{_SIDES.get(sides, f'{sides}-sided')} {word}"


def _base_sides(solid: s.SolidDecl) -> int:
    count = len(solid.labels)
    return count - 1 if solid.kind == "pyramid" else count // 2


def problem_type(figure: s.Figure) -> ProblemType | None:
    """The type of the figure's target; None for powers of length that are not geometric quantities."""
    target = figure.target
    if isinstance(target, s.Call) and target.name in _TRIGONOMETRIC:
        # A question for the sine of an angle is classified as a question for the angle.
        return "angle"
    kind = target_class(dimension_of(target))
    return None if kind == "other" else kind
