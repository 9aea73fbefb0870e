"""Name resolution for the vetting: follows modules through imports and plain assignments, and nothing else.

A path such as `bpy.ops` is a namespace: something allowed is reached through it, but it is not itself a value that may
be passed around. `ops = bpy.ops` is resolved; a namespace in any other place is rejected by the vetting. A name that is
bound to a namespace anywhere must be bound to it everywhere, or it is ambiguous and rejected.
"""

import ast
from collections import Counter
from dataclasses import dataclass, field

from pipeline.scene.sandbox.vetting_rules import HINTS, MODULES, PATHS, TYPE_PATHS

_NAMESPACES = frozenset(
    ".".join(parts[:length]) for path in PATHS for parts in [path.split(".")] for length in range(1, len(parts))
)
_LONGEST_ALIAS_CHAIN = 8
"""Passes over all bindings; a script that needs more is rejected: long chains of aliases could take very long."""


def is_value(path: str) -> bool:
    """Whether the path itself is allowed: a function, a value or a type."""
    return path in PATHS or _wildcard(path) in PATHS


def is_type(path: str) -> bool:
    return path in TYPE_PATHS or _wildcard(path) in TYPE_PATHS


def is_namespace(path: str) -> bool:
    """Whether something allowed is reached through the path."""
    return path in _NAMESPACES


def hint_for(path: str) -> str:
    """What to do instead, from the longest matching entry."""
    matches = [known for known in HINTS if path == known or path.startswith(f"{known}.")]
    return HINTS[max(matches, key=len)] if matches else ""


def _wildcard(path: str) -> str:
    parent, _, last = path.rpartition(".")
    return f"{parent}.*" if last and not last.startswith("_") else ""


@dataclass
class Names:
    """The names that a script binds, those bound to namespaces, and those bound once to a number."""

    bound: set[str] = field(default_factory=set)
    namespaces: dict[str, str] = field(default_factory=dict)
    """Name to path."""
    ambiguous: dict[str, str] = field(default_factory=dict)
    """Names bound to a namespace and to something else too, with the path."""
    single_values: dict[str, ast.expr] = field(default_factory=dict)
    """Names assigned exactly once, with the expression."""
    followed: bool = True
    """False if chains of aliases were too deep to resolve; the other fields are then incomplete."""

    def resolve(self, node: ast.expr) -> str | None:
        """The path of an expression that consists of namespaces only; None for every other expression."""
        if isinstance(node, ast.Name):
            return self.namespaces.get(node.id)
        if isinstance(node, ast.Attribute):
            base = self.resolve(node.value)
            if base is not None and is_namespace(base) and not is_value(base):
                return f"{base}.{node.attr}"
        return None

    def module_path(self, node: ast.expr) -> str | None:
        """The dotted path of an attribute chain that starts at a module, if no accepted value is on the way."""
        if isinstance(node, ast.Name):
            return self.namespaces.get(node.id)
        if isinstance(node, ast.Attribute):
            base = self.module_path(node.value)
            return f"{base}.{node.attr}" if base is not None and not is_value(base) else None
        return None

    def namespace(self, node: ast.expr) -> str | None:
        """The path, if the expression is a namespace that is not a value."""
        path = self.resolve(node)
        return path if path is not None and is_namespace(path) and not is_value(path) else None


_Binding = tuple[str, ast.expr | str | None]
"""A name with the expression or import path it is bound to; None for loop variables, parameters and the like."""


def collect_names(tree: ast.Module) -> Names:
    """Bindings of all scopes together: with regard to modules a name means one thing in the whole script."""
    bindings = _bindings(tree)
    names = Names(bound={name for name, _ in bindings})
    passes = 0
    while _follow_once(bindings, names):
        passes += 1
        if passes > _LONGEST_ALIAS_CHAIN:
            names.followed = False
            return names
    for name, value in bindings:
        path = names.namespaces.get(name)
        if path is not None and _path_of(value, names) != path:
            names.ambiguous[name] = path
    times = Counter(name for name, _ in bindings)
    names.single_values = {n: v for n, v in bindings if isinstance(v, ast.expr) and times[n] == 1}
    return names


def _follow_once(bindings: list[_Binding], names: Names) -> bool:
    """One more step along chains of aliases; returns whether anything new was found."""
    before = len(names.namespaces)
    for name, value in bindings:
        path = _path_of(value, names)
        if path is not None and name not in names.namespaces:
            names.namespaces[name] = path
    return len(names.namespaces) > before


def _path_of(value: ast.expr | str | None, names: Names) -> str | None:
    if isinstance(value, str):
        return value if is_namespace(value) and not is_value(value) else None
    return names.namespace(value) if value is not None else None


def _bindings(tree: ast.Module) -> list[_Binding]:
    found: list[_Binding] = []
    plain: set[int] = set()
    for node in ast.walk(tree):
        if (assigned := plain_assignment(node)) is not None:
            target, value = assigned
            plain.add(id(target))
            found.append((target.id, value))
        else:
            found += _other_bindings(node)
    # ast.walk visits an assignment before its target, so targets of plain assignments are known by now.
    stores = [n for n in ast.walk(tree) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    return found + [(store.id, None) for store in stores if id(store) not in plain]


def plain_assignment(node: ast.AST) -> tuple[ast.Name, ast.expr] | None:
    """Target and value of `name = value` with one name."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
        return node.targets[0], node.value
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
        return node.target, node.value
    return None


def _other_bindings(node: ast.AST) -> list[_Binding]:
    if isinstance(node, ast.Import):
        tops = [entry.name.partition(".")[0] for entry in node.names]
        return [(a.asname, a.name) if a.asname else (top, top) for a, top in zip(node.names, tops, strict=True)]
    if isinstance(node, ast.ImportFrom):
        return [(a.asname or a.name, f"{node.module}.{a.name}") for a in node.names]
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [(node.name, None)]
    if isinstance(node, ast.arg):
        return [(node.arg, None)]
    if isinstance(node, ast.ExceptHandler) and node.name:
        return [(node.name, None)]
    return []


def is_module(name: str) -> bool:
    """Whether `import name` is allowed."""
    return name in MODULES or (name.partition(".")[0] in MODULES and is_namespace(name))
