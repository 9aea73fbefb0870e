"""Names that a statement leaves open (`k` for its cone) are a reader's choice; one figure takes over the other's."""

from collections.abc import Collection
from dataclasses import fields, is_dataclass, replace
from typing import Any

from geometry.notation import syntax as s
from geometry.notation.catalogue import HIDDEN, is_hidden

OWN = 9000
"""First index of labels that stand for a reader's own; no statement counts that far."""


def with_names_of(first: s.Figure, second: s.Figure) -> s.Figure:
    """The second figure with the first one's names for solids, planes and numbers of the same kind, in their order."""
    renamed: dict[str, str] = {}
    for kind in {_kind(item) for item in first.declarations} & {_kind(item) for item in second.declarations}:
        theirs = [_name(item) for item in second.declarations if _kind(item) == kind]
        ours = [_name(item) for item in first.declarations if _kind(item) == kind]
        if kind and len(theirs) == len(ours):
            renamed |= dict(zip(theirs, ours, strict=True))
    renamed |= _by_labels(first, second)
    return _renamed(second, renamed) if any(old != new for old, new in renamed.items()) else second


def _by_labels(first: s.Figure, second: s.Figure) -> dict[str, str]:
    """Names of solids that have labels, by those of the first figure's solids of one kind with the same labels.

    Balls around one centre have the same labels; they are named in their order.
    """
    renamed: dict[str, str] = {}
    for labelled in {(d.kind, d.groups) for d in first.solids if not all(map(is_hidden, d.labels))}:
        ours, theirs = ([d.name for d in f.solids if (d.kind, d.groups) == labelled] for f in (first, second))
        renamed |= dict(zip(theirs, ours, strict=False))
    return renamed


def with_labels_of(first: s.Figure, second: s.Figure) -> s.Figure:
    """The second figure with the first one's labels at vertices that it leaves unnamed, solid by solid of one kind.

    Its conditions cannot mention such vertices one by one, so any order of the labels that fits the solid will do.
    """
    renamed: dict[str, str] = {}
    same = {d.groups for d in first.solids} & {d.groups for d in second.solids}
    free = [d for d in first.solids if d.groups not in same]
    for solid in second.solids:
        twins = [d for d in free if d.kind == solid.kind and d.name not in renamed.values()]
        if not twins or not solid.labels or not all(map(is_hidden, solid.labels)):
            continue
        if [len(group) for group in twins[0].groups] == [len(group) for group in solid.groups]:
            renamed |= dict(zip((solid.name, *solid.labels), (twins[0].name, *twins[0].labels), strict=True))
    return _renamed(second, renamed) if renamed else second


def with_solids_of(first: s.Figure, second: s.Figure) -> s.Figure:
    """The second figure with the first one's names and labels for solids of one kind, in their order.

    For measures that do not depend on which vertex is which; solids with the same labels keep them.
    """
    renamed: dict[str, str] = {}
    taken: set[str] = set()
    for solid in second.solids:
        twin = next((d for d in first.solids if d.kind == solid.kind and d.name not in taken), None)
        if twin is None or [len(g) for g in twin.groups] != [len(g) for g in solid.groups]:
            continue
        taken.add(twin.name)
        renamed[solid.name] = twin.name
        if set(solid.labels) != set(twin.labels):
            renamed |= dict(zip(solid.labels, twin.labels, strict=True))
    return _renamed(second, renamed) if renamed else second


def with_own_labels_apart(figure: s.Figure, named: Collection[str]) -> s.Figure:
    """The figure with labels that are not among the named ones spelt so that no other figure has them."""
    labels = {label for solid in figure.solids for label in solid.labels if not is_hidden(label)}
    labels |= {item.label for item in figure.declarations if isinstance(item, s.PointDecl)}
    own = sorted(labels - set(named))
    apart = {label: f"{label[0]}{OWN + k}" for k, label in enumerate(own)}
    return _relabelled(figure, apart) if own else figure


def _kind(item: s.Declaration) -> str:
    """What two declarations must have in common to be named alike; empty for one that keeps its name."""
    match item:
        case s.SolidDecl():
            return item.kind if all(is_hidden(label) for label in item.labels) else ""
        case s.PlaneDecl() | s.Param() | s.Unknown():
            return type(item).__name__
        case _:
            return ""


def _name(item: s.Declaration) -> str:
    return item.label if isinstance(item, s.PointDecl) else item.name


def _relabelled(figure: s.Figure, labels: dict[str, str]) -> s.Figure:
    """The figure with other labels, also in the names of solids that are called by their labels."""
    names = {
        solid.name: "-".join("".join(labels.get(label, label) for label in group) for group in solid.groups)
        for solid in figure.solids
        if solid.groups and solid.name == "-".join("".join(group) for group in solid.groups)
    }
    renamed: s.Figure = _renamed(figure, labels | names)
    return renamed


def _renamed(node: Any, names: dict[str, str]) -> Any:
    if isinstance(node, str):
        base, dot, rest = node.partition(HIDDEN)
        return names.get(node, names.get(base, base) + dot + rest)
    if isinstance(node, tuple):
        return tuple(_renamed(each, names) for each in node)
    if is_dataclass(node) and not isinstance(node, type | s.Span | s.Number):
        skipped = {"span", "op", "sign", "kind", "properties", "how", "direction"}
        skipped |= {"name"} if isinstance(node, s.Call) else set()
        if isinstance(node, s.AnswerKey):
            # Its letters are its own: the k of a form is not the solid k.
            return replace(node, where=tuple(_renamed(part, names) for part in node.where[:1]) + node.where[1:])
        changed = {f.name: _renamed(getattr(node, f.name), names) for f in fields(node) if f.name not in skipped}
        return replace(node, **changed)
    return node
