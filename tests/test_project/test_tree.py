"""The tree in docs/architecture.md is the real one, every folder says what lives in it, and none is a hall."""

import ast
import re
from pathlib import Path

from tests.support.paths import ROOT

PACKAGES = ("solidscene", "web", "bench", "pipeline", "agents", "workers", "dataset", "geometry", "blender_scripts")
MOST_MODULES = 25


def folders() -> list[str]:
    """Every folder of the packages that holds modules, relative to the checkout."""
    found = {path.parent for package in PACKAGES for path in (ROOT / package).rglob("*.py")}
    return sorted(folder.relative_to(ROOT).as_posix() for folder in found)


def drawn() -> list[str]:
    """The folders that the document draws: one a line, indented by two blanks a level."""
    text = (ROOT / "docs" / "architecture.md").read_text()
    block = re.search(r"^## The tree\n.*?^```\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert block is not None
    found: list[str] = []
    above: list[str] = []
    for line in block[1].splitlines():
        name = re.match(r"( *)([\w]+)/", line)
        if name is None:
            continue
        above = [*above[: len(name[1]) // 2], name[2]]
        found.append("/".join(above))
    return found


def test_the_drawn_tree_is_the_real_one() -> None:
    packages = [folder for folder in drawn() if folder.split("/")[0] in PACKAGES]
    assert sorted(packages) == folders()


def test_no_folder_holds_more_than_25_modules() -> None:
    every = {path.parent for top in (*PACKAGES, "tests") for path in (ROOT / top).rglob("*.py")}
    counts = {str(folder.relative_to(ROOT)): len(list(folder.glob("*.py"))) for folder in every}
    assert {name: count for name, count in counts.items() if count > MOST_MODULES} == {}


def test_every_folder_says_what_lives_there() -> None:
    silent = [f for f in folders() if not ast.get_docstring(ast.parse(Path(ROOT / f / "__init__.py").read_text()))]
    assert silent == []


def test_every_package_is_typed() -> None:
    assert [name for name in PACKAGES[:-1] if not (ROOT / name / "py.typed").is_file()] == []
