"""A hash over the source code that a stage runs: its own module and everything it imports, directly or transitively.

It is part of a stage's checkpoint key, so that a stage also runs again when its code changed. Comments, docstrings and
blank lines are left out: they cannot change a result. So is code that is only imported for type checks.
The standard library and installed packages are not hashed. What was found in a source is kept in the cache folder by
the hash of its bytes, so that only new and changed files are taken apart.
"""

import hashlib
import json
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from dataset import source_code
from dataset.atomic_write import atomic_write
from dataset.paths import ROOT, cache_folder
from dataset.source_code import reduced
from pipeline.stages.catalogue import Stage, stage_named, stages_of_run

PACKAGES = ("geometry", "dataset", "agents", "workers", "pipeline")
"""Packages whose code stages may use."""
DATA_SUFFIXES = (".lark",)
"""Files beside modules that are code in another language."""
DIGITS = 16

_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n(]+)|import[ \t]+([^\n]+))",
    re.MULTILINE,
)
_TYPE_CHECKING = re.compile(r"^if TYPE_CHECKING:\n(?:[ \t]+[^\n]*\n)+", re.MULTILINE)


@cache
def _source(root: Path, file: str) -> tuple[bytes, frozenset[str]]:
    """Digest of a source file's code, and the project modules that it imports."""
    with open(f"{root}/{file}", "rb") as opened:
        content = opened.read()
    name = hashlib.sha256(content).hexdigest()
    if not file.endswith(".py"):
        return bytes.fromhex(name), frozenset()
    if name not in _known():
        found = reduced(content.decode("utf-8"))
        _known()[name] = (found.digest().hex(), sorted(_imports(_TYPE_CHECKING.sub("", found.code))))
    digest, imports = _known()[name]
    return bytes.fromhex(digest), frozenset(imports)


@cache
def _known() -> dict[str, tuple[str, list[str]]]:
    """Digest and imports by the hash of a source's bytes, as earlier processes found them."""
    try:
        kept = json.loads(_memory().read_bytes())
        return {name: (digest, imports) for name, (digest, imports) in kept.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


@cache
def _memory() -> Path:
    """The file for `_known`; another one as soon as the modules that fill it change."""
    makers = b"".join(Path(str(file)).read_bytes() for file in (__file__, source_code.__file__))
    return cache_folder() / f"code-{hashlib.sha256(makers).hexdigest()[:DIGITS]}.json"


def _remember(before: int) -> None:
    """Keep what was found for later processes; a cache that cannot be written only costs time."""
    if len(_known()) > before:
        with suppress(OSError):
            _memory().parent.mkdir(parents=True, exist_ok=True)
            atomic_write(_memory(), json.dumps(_known()))


def _imports(code: str) -> Iterator[str]:
    for found in _IMPORT.finditer(code):
        package, listed, modules = found.groups()
        if modules:
            yield from (name for part in modules.split(",") if _is_ours(name := part.split()[0]))
        elif _is_ours(package):
            yield package
            yield from (f"{package}.{part.split()[0]}" for part in listed.strip("()").split(",") if part.strip())


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in PACKAGES


@cache
def _file_of(root: Path, module: str) -> str:
    """The source file of a module; empty for a name that is not a module but defined inside one."""
    path = module.replace(".", "/")
    return next((file for file in (f"{path}.py", f"{path}/__init__.py") if os.path.isfile(f"{root}/{file}")), "")


@cache
def _data_files(root: Path, folder: str) -> frozenset[str]:
    return frozenset(f"{folder}/{name}" for name in os.listdir(f"{root}/{folder}") if name.endswith(DATA_SUFFIXES))


def import_closure(module: str, root: Path = ROOT) -> frozenset[str]:
    """The files of a module, of all it imports, and of the packages they are in, relative to `root`."""
    found: set[str] = set()
    pending = {module}
    seen: set[str] = set()
    while pending:
        seen |= pending
        files = {file for name in pending if (file := _file_of(root, name))} - found
        packages = {name.rpartition(".")[0] for name in pending}
        found |= files
        pending = packages.union(*(_source(root, file)[1] for file in files)) - seen - {""}
    return frozenset(found).union(*(_data_files(root, folder) for folder in {os.path.dirname(f) for f in found}))


def _blender_files(stage: Stage, root: Path) -> Iterator[str]:
    for name in stage.blender_sources:
        path = root / "blender_scripts" / name
        for file in path.rglob("*.py") if path.is_dir() else (path,):
            yield file.relative_to(root).as_posix()


def stage_files(stage: Stage, root: Path = ROOT) -> frozenset[str]:
    """Every source file that a stage's result may depend on, relative to `root`."""
    return import_closure(stage.module_name, root).union(_blender_files(stage, root))


@cache
def stage_code_hash(name: str, root: Path = ROOT) -> str:
    """Hash of the code of one stage, file names included. Computed once per process."""
    total = hashlib.sha256()
    for file in sorted(stage_files(stage_named(name), root)):
        total.update(file.encode() + b"\0" + _source(root, file)[0])
    return total.hexdigest()[:DIGITS]


def code_of_stages(filmed: bool) -> dict[str, str]:
    """Hash of the code by stage, for the stages of a run."""
    before = len(_known())
    hashes = {stage.name: stage_code_hash(stage.name) for stage in stages_of_run(filmed)}
    _remember(before)
    return hashes
