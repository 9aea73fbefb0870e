"""Static vetting of a scene script before it runs: reports everything that a scene script may not do.

`vet_script` parses, never evaluates. It accepts only what is on the allowlists of `vetting_rules`: four modules, the
paths through them, attributes, built-ins and plain statements. Everything else is rejected with line and reason, all
findings at once, in sentences that a model can act on. It is the first layer, not the only one: an accepted script
still runs in the sandbox.
"""

import ast
import builtins
import string
import warnings
from dataclasses import dataclass

from pipeline.scene.sandbox import vetting_rules as rules
from pipeline.scene.sandbox.vetting_names import (
    Names,
    collect_names,
    hint_for,
    is_module,
    is_namespace,
    is_type,
    is_value,
    plain_assignment,
)
from pipeline.scene.sandbox.vetting_sizes import loop_steps, oversized

_ALL_BUILTINS = frozenset(dir(builtins)) | {"exit", "quit", "copyright", "credits", "license", "help"}
_FREE_NAMES = frozenset({"_", "__name__"})
_REFUSED_STATEMENTS: dict[type[ast.AST], str] = {
    ast.ClassDef: "Classes are not needed to build a scene; use functions.",
    ast.AsyncFunctionDef: "Asynchronous code is not needed to build a scene; use plain functions.",
    ast.AsyncFor: "Asynchronous code is not needed to build a scene; use a plain loop.",
    ast.AsyncWith: "Asynchronous code is not needed to build a scene.",
    ast.Await: "Asynchronous code is not needed to build a scene.",
    ast.Match: "`match` is not accepted; use if and elif.",
    ast.TryStar: "`except*` is not accepted; use except.",
}


@dataclass(frozen=True)
class VettingFinding:
    """One thing that a scene script may not do, and where."""

    line: int
    column: int
    sentence: str


def vet_script(source: str) -> tuple[VettingFinding, ...]:
    """Every finding in the order of the text; empty means accepted."""
    if len(source) > rules.MOST_CHARACTERS:
        sentence = f"The script has {len(source)} characters; at most {rules.MOST_CHARACTERS} are read."
        return (VettingFinding(1, 0, sentence),)
    if "\0" in source:  # which exception Python raises for it differs between 3.11 releases
        return (VettingFinding(1, 0, "This is not Python: it holds null bytes."),)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            source.encode()
            tree = ast.parse(source)
    except SyntaxError as error:
        return (VettingFinding(error.lineno or 1, error.offset or 0, f"This is not Python: {error.msg}."),)
    except (ValueError, RecursionError, MemoryError):
        return (VettingFinding(1, 0, "The script cannot be parsed: strange characters or too deeply nested."),)
    too_big = _tree_size(tree)
    if too_big is not None:
        return (VettingFinding(1, 0, too_big),)
    names = collect_names(tree)
    if not names.followed:
        return (VettingFinding(1, 0, "Modules are renamed over too many steps; write their paths out."),)
    vetting = _Vetting(names)
    vetting.visit(tree)
    ordered = sorted(set(vetting.findings), key=lambda f: (f.line, f.column, f.sentence))
    return tuple(ordered[: rules.MOST_FINDINGS])


def _tree_size(tree: ast.Module) -> str | None:
    """Counts nodes with an explicit stack, so that nesting cannot cause a RecursionError."""
    level: list[ast.AST] = [tree]
    count = depth = 0
    while level:
        count, depth = count + len(level), depth + 1
        if count > rules.MOST_NODES:
            return f"The script has more than {rules.MOST_NODES} syntax elements; write it shorter, with loops."
        if depth > rules.DEEPEST_NESTING:
            return f"The script is nested more than {rules.DEEPEST_NESTING} levels deep; write it flatter."
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return None


class _Vetting(ast.NodeVisitor):
    """Walks the tree once; `visit` sees every node, so that no node type is missed."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.findings: list[VettingFinding] = []
        self.steps = 1.0
        self.refused_modules: set[str] = set()
        """Names of modules already rejected; every use of them would repeat the same finding."""
        self.asked_by_name: set[ast.expr] = set()
        """Name nodes of `hasattr` that are called, not passed as a value."""
        self.known = names.bound | rules.BUILTINS | _FREE_NAMES | _ALL_BUILTINS

    def refuse(self, node: ast.AST, sentence: str) -> None:
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        self.findings.append(VettingFinding(line, column, sentence))

    def visit(self, node: ast.AST) -> None:
        refusal = _REFUSED_STATEMENTS.get(type(node)) or oversized(node, self.names.single_values)
        if refusal is not None:
            self.refuse(node, refusal)
        super().visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        for entry in node.names:
            name = entry.asname or entry.name.partition(".")[0]
            self.check_new_name(node, name)
            if not is_module(entry.name):
                self.refused_modules.add(name)
                self.refuse(node, f"`{entry.name}` cannot be imported; only {', '.join(rules.MODULES)} can.")

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.module == "__future__" and [entry.name for entry in node.names] == ["annotations"]:
            return
        for entry in node.names:
            path = f"{node.module}.{entry.name}"
            if entry.name == "*":
                self.refuse(node, "`import *` hides what is used; import names one by one.")
                continue
            self.check_new_name(node, entry.asname or entry.name)
            if node.level or not (is_value(path) or is_namespace(path)):
                self.refuse(node, f"`{path}` cannot be imported. {hint_for(path) or _MODULES_SENTENCE}")

    def visit_Assign(self, node: ast.Assign) -> None:
        self._alias_or_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._alias_or_visit(node)

    def _alias_or_visit(self, node: ast.Assign | ast.AnnAssign) -> None:
        """`ops = bpy.ops` is resolved by `Names`; here everything but its value is visited."""
        plain = plain_assignment(node)
        if plain is not None and self.names.namespace(plain[1]) is not None:
            self.visit(plain[0])
            if isinstance(node, ast.AnnAssign):  # an annotation is evaluated like any other expression
                self.visit(node.annotation)
        else:
            self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        self.check_name(node, node.id)
        if isinstance(node.ctx, ast.Load):
            path = self.names.namespaces.get(node.id)
            if path is not None and node.id not in self.names.ambiguous:
                self.refuse(node, _passed_about(path))
            elif node.id == "hasattr" and node not in self.asked_by_name:
                self.refuse(node, "`hasattr` may not be passed about; call it where it is used.")
            elif node.id not in self.known:
                self.refuse(node, f"`{node.id}` is not defined in the script and is not an allowed built-in.")

    def check_new_name(self, node: ast.AST, name: str) -> None:
        self.check_name(node, name)
        if name == "__name__":
            self.refuse(node, "`__name__` cannot be set.")

    def check_name(self, node: ast.AST, name: str) -> None:
        if name.startswith("_") and name not in _FREE_NAMES:
            self.refuse(node, f"`{name}` starts with an underscore, which is not accepted; use another name.")
        elif name in _ALL_BUILTINS and name not in rules.BUILTINS | _FREE_NAMES:
            self.refuse(node, f"`{name}` is a built-in that scene scripts may not use; do without, or rename it.")
        elif name in self.names.ambiguous:
            path = self.names.ambiguous[name]
            self.refuse(node, f"`{name}` stands for {path} and for something else; use two names.")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        path = self.names.module_path(node)
        if path is None:
            if _root_name(node) not in self.refused_modules:
                self.check_attribute(node)
                self.visit(node.value)
        elif not isinstance(node.ctx, ast.Load):
            self.refuse(node, f"`{path}` belongs to a module and cannot be set or deleted.")
        elif is_namespace(path) and not is_value(path):
            self.refuse(node, _passed_about(path))
        elif not is_value(path):
            self.refuse(node, f"`{path}` is not open to scene scripts. {hint_for(path)}".strip())

    def check_attribute(self, node: ast.Attribute) -> None:
        """An attribute of a value, whatever the value is."""
        path = self.names.resolve(node.value)
        if path is not None and is_type(path):
            self.refuse(node, f"`{path}` may be named as a type only; nothing is reached through it.")
        elif node.attr in ("format", "format_map"):
            self.refuse(node, "`format` works on a literal text only; use an f-string.")
        elif not _known_attribute(node.attr):
            self.refuse(node, f"The attribute `{node.attr}` is not open to scene scripts.")

    def visit_Call(self, node: ast.Call) -> None:
        if _is_literal_format(node):
            for part in [*node.args, *(word.value for word in node.keywords)]:
                self.visit(part)
            return
        if isinstance(node.func, ast.Name) and node.func.id == "hasattr":
            self.check_hasattr(node)
            self.asked_by_name.add(node.func)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "foreach_set":
            self.check_foreach_set(node)
        self.generic_visit(node)

    def check_hasattr(self, node: ast.Call) -> None:
        asked = node.args[1] if len(node.args) == 2 else None
        if not (isinstance(asked, ast.Constant) and isinstance(asked.value, str) and _known_attribute(asked.value)):
            self.refuse(node, "`hasattr` asks for an accepted attribute by its literal name, or is left out.")

    def check_foreach_set(self, node: ast.Call) -> None:
        """`foreach_set` writes without validation; arbitrary indices in Blender's own arrays would corrupt memory."""
        named = node.args[0] if node.args else None
        if not (isinstance(named, ast.Constant) and named.value in rules.SET_AT_ONCE):
            words = ", ".join(sorted(rules.SET_AT_ONCE))
            self.refuse(node, f"`foreach_set` sets one of {words} by its literal name; build meshes with from_pydata.")

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.check_new_name(node, node.name)
        for decorator in node.decorator_list:
            self.refuse(decorator, "Decorators are not accepted; call the function instead.")
        self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> None:
        self.check_new_name(node, node.arg)
        self.generic_visit(node)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name:
            self.check_new_name(node, node.name)
        self.generic_visit(node)

    def visit_Global(self, node: ast.Global) -> None:
        for name in node.names:
            self.check_new_name(node, name)

    def visit_Nonlocal(self, node: ast.Nonlocal) -> None:
        for name in node.names:
            self.check_new_name(node, name)

    def visit_For(self, node: ast.For) -> None:
        outer, self.steps = self.steps, self.steps * loop_steps(node.iter, self.names.single_values)
        if outer <= rules.MOST_LOOP_STEPS < self.steps:
            self.refuse(node, f"The nested loops take {self.steps:.0g} steps; at most {rules.MOST_LOOP_STEPS} may be.")
        self.generic_visit(node)
        self.steps = outer


_MODULES_SENTENCE = f"Only what scene scripts need of {', '.join(rules.MODULES)} can be."


def _root_name(node: ast.expr) -> str | None:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _passed_about(path: str) -> str:
    return f"`{path}` may not be passed about; write the whole path where it is used."


def _known_attribute(name: str) -> bool:
    swizzle = 1 <= len(name) <= 4 and set(name) <= set("xyzw")
    return swizzle or name in rules.ATTRIBUTES or (len(name) == 1 and name in rules.COMPONENTS)


def _is_literal_format(node: ast.Call) -> bool:
    """`"...".format(...)` whose fields name arguments without attribute or item access."""
    function = node.func
    if not (isinstance(function, ast.Attribute) and function.attr == "format"):
        return False
    text = function.value
    if not (isinstance(text, ast.Constant) and isinstance(text.value, str)):
        return False
    try:
        parts = list(string.Formatter().parse(text.value))
        # A format specification may contain nested fields, one level deep.
        parts += [inner for part in parts for inner in string.Formatter().parse(part[2] or "")]
    except ValueError:
        return False
    fields = [part[1] for part in parts if part[1] is not None]
    return all(field == "" or field.isidentifier() or field.isdigit() for field in fields)
