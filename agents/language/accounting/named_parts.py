"""Edges and faces that a statement calls so by their labels: they must be edges and faces of a solid of the figure."""

import re
from collections.abc import Iterator

from agents.language.statements.written_relations import plain_text
from geometry.notation import syntax as s
from geometry.notation.catalogue import KINDS, edges_of, faces_of, is_hidden
from geometry.notation.labels import LABEL_PATTERN, split_labels

_RUN = rf"{LABEL_PATTERN}(?:{LABEL_PATTERN})+"
_NAMED = re.compile(
    rf"\b(?P<what>edges?|faces?)(?: of (?:the|a) [a-z]+ are)? "
    rf"(?P<runs>(?:{_RUN}(?! is )(?:, and |, | and )?)+)(?![A-Za-z])"
)


def misplaced_parts(statement: str, figure: s.Figure) -> Iterator[str]:
    """A sentence for each named edge or face that is none in the figure; labels of no solid are left alone."""
    solids = [d for d in figure.solids if KINDS[d.kind].family == "polyhedron" and not any(map(is_hidden, d.labels))]
    for found in _NAMED.finditer(plain_text(statement)):
        is_edge = found["what"].startswith("edge")
        for run in re.findall(_RUN, found["runs"]):
            labels = frozenset(split_labels(run))
            if is_edge == (len(labels) == 2) and _is_elsewhere(labels, solids, is_edge):
                what = "an edge" if is_edge else "a face"
                yield f"The statement calls {run} {what}, and it is none; order the labels so that it is."


def _is_elsewhere(labels: frozenset[str], solids: list[s.SolidDecl], is_edge: bool) -> bool:
    """Whether the labels belong to a solid, but are not one of its edges or faces."""
    holding = [solid for solid in solids if labels <= set(solid.labels)]
    parts = [{frozenset(p) for p in (edges_of(solid) if is_edge else faces_of(solid))} for solid in holding]
    return bool(holding) and not any(labels in each for each in parts)
