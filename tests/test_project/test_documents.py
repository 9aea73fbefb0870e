"""What the documents name is there: links, files, modules, and commands with their options."""

import re
from pathlib import Path

import pytest

from tests.support.command_tree import command_lines, commands, fault
from tests.support.paths import ROOT

DOCUMENTS = [*sorted(ROOT.glob("*.md")), ROOT / "assets" / "demo.md", *sorted(ROOT.glob("docs/*.md"))]
PACKAGES = (
    "solidscene",
    "web",
    "bench",
    "pipeline",
    "agents",
    "workers",
    "dataset",
    "geometry",
    "blender_scripts",
)
FOLDERS = (*PACKAGES, "prompts", "assets", "examples", "tests", "docs", "docker")

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FILE = re.compile(rf"(?<![\w/.-])(?:{'|'.join(FOLDERS)})/[\w./-]*\w")
# Of the front door functions are named, and a file that ends in .toml.
MODULE = re.compile(rf"(?<![\w/.])(?:{'|'.join(PACKAGES[1:])})(?:\.[a-z_0-9]+)+")
BLOCK = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`(solidscene [^`|]+)`")

every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)


@every_document
def test_links_lead_somewhere(document: Path) -> None:
    inside = [target for target in LINK.findall(document.read_text()) if "://" not in target]
    assert [target for target in inside if not (document.parent / target.partition("#")[0]).exists()] == []


@every_document
def test_files_that_are_named_exist(document: Path) -> None:
    named = set(FILE.findall(document.read_text()))
    assert sorted(name for name in named if not (ROOT / name).exists()) == []


@every_document
def test_modules_that_are_named_exist(document: Path) -> None:
    """The last word may be something within the module."""
    unknown = []
    for name in set(MODULE.findall(document.read_text())):
        places = [ROOT / name.replace(".", "/"), ROOT / name.rpartition(".")[0].replace(".", "/")]
        if not any(place.with_suffix(".py").exists() or (place / "__init__.py").exists() for place in places):
            unknown.append(name)
    assert unknown == []


@pytest.mark.slow
@every_document
def test_commands_in_code_blocks_parse(document: Path) -> None:
    lines = [line for block in BLOCK.findall(document.read_text()) for line in command_lines(block)]
    assert {line: said for line in lines if (said := fault(line))} == {}


@pytest.mark.slow
@every_document
def test_commands_named_in_the_text_exist_with_their_options(document: Path) -> None:
    """A command that is only named lacks its arguments; nothing else may be wrong with it."""
    for line in INLINE.findall(BLOCK.sub("", document.read_text())):
        if "COMMAND" not in line:
            said = fault(" ".join(line.split()))
            assert not said or "Missing" in said, f"{line}: {said}"


def test_the_readme_is_short_and_shows_every_document() -> None:
    text = (ROOT / "README.md").read_text()
    assert len(text.splitlines()) < 190
    assert [path.name for path in ROOT.glob("docs/*.md") if f"docs/{path.name}" not in text] == []


def test_every_command_is_in_the_table_of_commands() -> None:
    table = (ROOT / "docs" / "commands.md").read_text()
    leaves = [words for words, command in commands() if not hasattr(command, "commands")]
    assert [words for words in leaves if f"`{words}" not in table] == []


def test_the_readme_leaves_the_folder_of_the_demo_alone() -> None:
    readme = (ROOT / "README.md").read_text()
    assert "runs/demo" not in readme  # where `make demo` puts its run; other options would not go on with it


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_extras_are_installed_from_the_checkout_for_there_is_no_other_place(document: Path) -> None:
    assert "solidscene[" not in document.read_text()
