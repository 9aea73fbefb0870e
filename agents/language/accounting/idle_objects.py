"""Objects of a figure that nothing ties to what is asked: a statement introduces nothing without a use."""

from collections.abc import Collection, Iterator

from agents.language.accounting.passages import Item, label_groups, names_used
from agents.language.statements.figure_claims import item_parts
from agents.language.statements.statement_tokens import labels_in
from geometry.notation import syntax as s
from geometry.notation.catalogue import is_hidden
from geometry.notation.printer import print_line
from geometry.notation.walk import nodes_in

_CUTS = frozenset({"section", "part", "larger_part", "smaller_part", "slices", "blocks"})


def idle_objects(statement: str, figure: s.Figure, asked: Collection[Item] = ()) -> Iterator[str]:
    """A sentence for each solid or point that no condition connects with the target, and each that nothing uses.

    `asked` are the lines of the question.
    """
    groups = [_names_of(item) for item in (*figure.declarations, *figure.givens, *figure.extrema)]
    reached = _in_expressions((figure.target,))
    size = -1
    while size != len(reached):
        size = len(reached)
        for group in groups:
            if group & reached:
                reached |= group
    yield from _unused(statement, figure, asked)
    for item in figure.declarations:
        if isinstance(item, s.SolidDecl | s.PointDecl) and not _names_of(item) & reached:
            yield (
                f"Nothing ties the line {print_line(item)!r} to what is asked; write the condition that the statement "
                "gives for it, or quote its words under not_in_figure."
            )


def _unused(statement: str, figure: s.Figure, asked: Collection[Item]) -> Iterator[str]:
    """Points and planes of the reader's own that no other line uses: they say something that counts for nothing."""
    said = {token.text for token in labels_in(statement)}
    items = (*figure.declarations, *figure.givens, *figure.extrema)
    cuts = any(isinstance(node, s.Call) and node.name in _CUTS for node in nodes_in((figure.target,)))
    for item in figure.declarations:
        name = item.label if isinstance(item, s.PointDecl) else item.name if isinstance(item, s.PlaneDecl) else ""
        # A plane through labels of the statement repeats its words, unless another one cuts in its place.
        is_said = isinstance(item, s.PlaneDecl) and _names_of(item) - {name} <= said and not cuts and item not in asked
        if not name or name in said or is_said:
            continue
        # A condition of its own line counts if it ties the point to something besides the place where it lies.
        place = _names_of(item)
        others = (other for other in items if other.span.line != item.span.line or not _names_of(other) <= place)
        used = _in_expressions((figure.target,)).union(*map(_names_of, others))
        if name not in used:
            yield f"Nothing uses {name} of the line {print_line(item)!r}; leave it out, or write what the words say."


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
