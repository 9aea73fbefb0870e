"""Objects of a figure that nothing ties to what is asked: a statement introduces nothing without a use."""

from collections.abc import Iterator

from agents.language.accounting.passages import label_groups, names_used
from agents.language.statements.figure_claims import item_parts
from geometry.notation import syntax as s
from geometry.notation.catalogue import is_hidden
from geometry.notation.printer import print_line


def idle_objects(figure: s.Figure) -> Iterator[str]:
    """A sentence for each solid or point that no condition connects with the target."""
    groups = [_names_of(item) for item in (*figure.declarations, *figure.givens, *figure.extrema)]
    reached = _in_expressions((figure.target,))
    size = -1
    while size != len(reached):
        size = len(reached)
        for group in groups:
            if group & reached:
                reached |= group
    for item in figure.declarations:
        if isinstance(item, s.SolidDecl | s.PointDecl) and not _names_of(item) & reached:
            yield (
                f"Nothing ties the line {print_line(item)!r} to what is asked; write the condition that the statement "
                "gives for it, or quote its words under not_in_figure."
            )


def _names_of(item: s.Declaration | s.Condition | s.Extremum) -> set[str]:
    """Everything that an item names and so ties together."""
    match item:
        case s.SolidDecl():
            return {item.name, *item.labels, *(name for _, name in item.parts)}
        case s.PointDecl(label):
            return {label, *_in_expressions(item_parts(item))}
        case s.PlaneDecl(name) | s.Param(name) | s.Unknown(name):
            return {name, *_in_expressions(item_parts(item))}
        case _:
            return _in_expressions(item_parts(item))


def _in_expressions(parts: tuple[s.Expr | s.Condition, ...]) -> set[str]:
    labels = {label for group in label_groups(parts) for label in group if not is_hidden(label)}
    return labels | (names_used(parts) - {"pi"})
