"""The names for which a solver must give coordinates, and a description of each."""

from geometry.conditions.verify import conditions_of
from geometry.notation import syntax as s
from geometry.notation.printer import print_expr
from geometry.record import Record

_RADII: dict[str, tuple[str, ...]] = {
    "cylinder": ("radius",),
    "cone": ("radius",),
    "sphere": ("radius",),
    "hemisphere": ("radius",),
}
_RADII |= {"cone_frustum": ("radius", "top_radius")}
_ROUND_POINTS: dict[str, tuple[str, ...]] = {
    "cylinder": ("the centre of the base", "the centre of the top"),
    "cone": ("the apex", "the centre of the base"),
    "cone_frustum": ("the centre of the base", "the centre of the top"),
    "sphere": ("the centre",),
    "hemisphere": ("the centre of the flat face", "the pole of the dome"),
}


class Needed(Record):
    """Names that the coordinates of a figure must contain."""

    points: tuple[str, ...]
    """Vertices and centres of solids, and points without a construction."""
    constructed: tuple[str, ...]
    """Points constructed from others; optional, but checked if stated."""
    numbers: tuple[str, ...]
    """Radii of round solids and unknowns."""
    planes: tuple[str, ...]
    """Planes without a construction."""


def needed_names(figure: s.Figure) -> Needed:
    """The names that must be stated, in the order of the figure."""
    given = {d.label: d.how for d in figure.declarations if isinstance(d, s.PointDecl)}
    vertices = [label for solid in figure.solids for label in solid.labels]
    points = dict.fromkeys([*vertices, *(label for label, how in given.items() if how != "equals")])
    radii = [f"{solid.name}.{radius}" for solid in figure.solids for radius in _RADII.get(solid.kind, ())]
    unknowns = [d.name for d in figure.declarations if isinstance(d, s.Unknown)]
    return Needed(
        points=tuple(points),
        constructed=tuple(label for label, how in given.items() if how == "equals" and label not in points),
        numbers=(*radii, *unknowns),
        planes=tuple(d.name for d in figure.declarations if isinstance(d, s.PlaneDecl) and not d.definition),
    )


def needs_text(figure: s.Figure) -> str:
    """The request in words: each name with its description, and the conditions that each solid's kind implies."""
    needed = needed_names(figure)
    meanings = _meanings(figure)
    blocks = [("Points", needed.points), ("Numbers", needed.numbers), ("Planes", needed.planes)]
    lines = [
        f"{title}:\n" + "\n".join(f"- {n}{meanings.get(n, '')}" for n in names) for title, names in blocks if names
    ]
    if needed.constructed:
        lines.append(f"Not needed, because their constructions give them: {', '.join(needed.constructed)}")
    wanted = [name for name, _ in conditions_of(figure)]
    wanted += [f"{e.direction} {print_expr(e.quantity)}" for e in figure.extrema]
    lines.append("Each of these has to hold:\n" + "\n".join(f"- {name}" for name in wanted))
    return "\n\n".join(lines)


def _meanings(figure: s.Figure) -> dict[str, str]:
    """A short description for names that are not self-explanatory."""
    words: dict[str, str] = {}
    for solid in figure.solids:
        kind = solid.kind.replace("_", " ")
        round_points = _ROUND_POINTS.get(solid.kind, ())
        words |= {
            label: f" ({what} of the {kind} {solid.name})"
            for label, what in zip(solid.labels, round_points, strict=False)
        }
        words |= {f"{solid.name}.{r}": f" ({r.replace('_', ' ')} of the {kind})" for r in _RADII.get(solid.kind, ())}
        if not round_points:
            groups = " / ".join(" ".join(group) for group in solid.groups)
            words |= dict.fromkeys(solid.labels, f" (vertex of the {kind} {groups})")
    for d in figure.declarations:
        if isinstance(d, s.PointDecl) and d.definition:
            words.setdefault(d.label, f" (on {print_expr(d.definition[0])})")
    return words
