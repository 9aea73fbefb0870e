"""A passage of a statement beside the figure items that it became, and what those items use."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from agents.language.statements.figure_claims import item_parts
from geometry.notation import syntax as s
from geometry.notation.catalogue import is_hidden
from geometry.notation.walk import nodes_in

Item = s.Declaration | s.Condition | s.Extremum

_SENTENCE_END = re.compile(r"(?<=[.?!。？！])[\"”)]*\s+(?=[A-Z$\\(\d\"“])|\n\s*\n")


@dataclass(frozen=True)
class Told:
    """One passage and its items; the question's passage also has the target."""

    text: str
    start: int
    end: int
    context: str
    """The sentences that the passage is part of: their words may explain an item, their labels and numbers may not."""
    items: tuple[Item, ...]
    target: s.Expr | None = None

    @property
    def parts(self) -> tuple[s.Expr | s.Condition, ...]:
        """Every expression and condition of the items and the target."""
        own = tuple(part for item in self.items for part in item_parts(item))
        return own if self.target is None else (*own, self.target)


def sentences_around(statement: str, start: int, end: int) -> str:
    """The whole sentences that a passage touches."""
    cuts = [0, *(found.end() for found in _SENTENCE_END.finditer(statement)), len(statement)]
    first = max(cut for cut in cuts if cut <= start)
    last = min(cut for cut in cuts if cut >= end)
    return statement[first:last]


def calls_used(parts: Iterable[s.Expr | s.Condition]) -> set[str]:
    """Names of all functions and predicates."""
    return {node.name for node in nodes_in(parts) if isinstance(node, s.Call)}


def signs_used(parts: Iterable[s.Expr | s.Condition]) -> set[str]:
    """Signs of all relations."""
    return {node.sign for node in nodes_in(parts) if isinstance(node, s.Relation)}


def label_groups(items: Iterable[Item | s.Expr]) -> Iterator[frozenset[str]]:
    """Labels that stand together: in one run, as arguments of one call, as the vertices of one solid."""
    for item in items:
        if isinstance(item, s.SolidDecl):
            yield frozenset(label for label in item.labels if not is_hidden(label))
            continue
        if isinstance(item, s.PointDecl):
            yield frozenset((item.label, *(x for part in item.definition for g in _groups(part) for x in g)))
        for part in item_parts(item) if isinstance(item, s.Declaration | s.Extremum) else (item,):
            yield from _groups(part)


def names_used(items: Iterable[Item | s.Expr]) -> set[str]:
    """Names of solids, planes and letters in the items' expressions."""
    parts = [
        part
        for item in items
        for part in (item_parts(item) if isinstance(item, s.Declaration | s.Extremum) else (item,))
    ]
    return {node.id for node in nodes_in(parts) if isinstance(node, s.Name)}


def _groups(part: s.Expr | s.Condition) -> Iterator[frozenset[str]]:
    for node in nodes_in((part,)):
        if isinstance(node, s.Labels):
            yield frozenset(node.labels)
        elif isinstance(node, s.Call):
            together = [arg.labels for arg in node.args if isinstance(arg, s.Labels)]
            yield frozenset(label for labels in together for label in labels)
