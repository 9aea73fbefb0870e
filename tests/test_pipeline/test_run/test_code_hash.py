"""The hash of a stage's code: what it is taken over, that it is quick, and that a run goes by it."""

import ast
import io
import os
import shutil
import sqlite3
import subprocess
import sys
import tokenize
from pathlib import Path

import grimp
import pytest

from dataset.source_code import reduced
from pipeline.run import code_hash
from pipeline.stages.catalogue import STAGE_NAMES, STAGES, following, stage_named
from tests.support.paths import ROOT

PACKAGES = ("geometry", "dataset", "agents", "workers", "pipeline", "blender_scripts")
SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
AUDIT = "pipeline/scene/audit/markers.py"


def tokens(text: str) -> list[str]:
    """The tokens of a source that can matter, by Python's own tokenizer."""
    found = list(tokenize.generate_tokens(io.StringIO(text).readline))
    left_out = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    docstrings = {
        (node.lineno, node.col_offset)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }
    return [token.string for token in found if token.type not in left_out and token.start not in docstrings]


def rebuilt(text: str) -> list[str]:
    """The same from the reduced code, its strings put back."""
    found = reduced(text)
    parts = found.code.split("\0")
    assert len(parts) == len(found.strings) + 1
    whole = "".join(part + string for part, string in zip(parts, (*found.strings, ""), strict=True))
    # A body that was only a docstring is empty now, which the tokenizer does not mind.
    kept = {tokenize.NAME, tokenize.NUMBER, tokenize.STRING, tokenize.OP}
    return [t.string for t in tokenize.generate_tokens(io.StringIO(whole).readline) if t.type in kept]


@pytest.mark.slow
@pytest.mark.parametrize("package", PACKAGES)
def test_every_source_is_read_as_python_reads_it(package: str) -> None:
    for path in SOURCES:
        if path.is_relative_to(ROOT / package):
            text = path.read_text(encoding="utf-8")
            assert rebuilt(text) == tokens(text), path


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x = 1\n", "x = 1  # a comment\n"),
        ('def f():\n    """Doc."""\n    return 1\n', "def f():\n    return 1\n"),
        ('class A:\n    x: int\n    """A field."""\n', "class A:\n    x: int\n"),
        ("x = 1\n\n\ny = 2\n", "# first\nx = 1\ny = 2\n"),
        ('"""Module."""\nx = "a"  # not "b"\n', 'x = "a"\n'),
    ],
)
def test_comments_docstrings_and_blank_lines_change_nothing(one: str, other: str) -> None:
    assert reduced(one) == reduced(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x = 1\n", "x = 2\n"),
        ('x = "a"\n', 'x = "b"\n'),
        ('f(\n    "a"\n    "b"\n)\n', 'f(\n    "a"\n)\n'),
        ('x = (\n    """text"""\n)\n', "x = (\n)\n"),
        ("x = '#'\n", "x = ''\n"),
        ("if a:\n    b()\n", "if a:\n    pass\nb()\n"),
    ],
)
def test_whatever_can_change_a_result_changes_the_hash(one: str, other: str) -> None:
    assert reduced(one).digest() != reduced(other).digest()


def test_the_closure_is_the_one_that_the_import_graph_has() -> None:
    graph = grimp.build_graph(*PACKAGES[:-1], exclude_type_checking_imports=True, cache_dir=None)
    for stage in STAGES:
        upstream = graph.find_upstream_modules(stage.module_name) | {stage.module_name}
        expected = {code_hash._file_of(ROOT, module) for module in upstream}
        found = {file for file in code_hash.import_closure(stage.module_name) if file.endswith(".py")}
        # Packages are imported with their modules, which the graph does not count.
        assert expected <= found, stage.name
        assert all(file.endswith("__init__.py") for file in found - expected), stage.name


def test_the_code_of_a_stage_holds_what_runs_for_it_in_blender_and_the_grammar() -> None:
    script, render, read = (code_hash.stage_files(stage_named(name)) for name in ("script", "render", "read"))
    assert "blender_scripts/sandbox/runner.py" in script
    assert {"blender_scripts/worker.py", "blender_scripts/rooms/styles.py"} <= render
    assert "geometry/notation/grammar.lark" in read
    assert AUDIT in script
    assert AUDIT not in read | render


@pytest.mark.slow
def test_hashing_takes_less_than_a_fifth_of_a_second(tmp_path: Path) -> None:
    program = (
        "import time; from pipeline.run.code_hash import code_of_stages; started = time.process_time()\n"
        "code_of_stages(filmed=True); print(time.process_time() - started)"
    )
    environment = os.environ | {"SOLIDSCENE_CACHE": str(tmp_path)}
    # Of the processor: other tests run beside this one. The first process finds an empty cache.
    command = [sys.executable, "-c", program]
    times = [
        float(subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True).stdout)
        for _ in range(5)
    ]
    assert min(times) < 0.2


def test_what_is_kept_about_sources_changes_no_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fresh() -> dict[str, str]:
        for remembered in (code_hash._known, code_hash._memory, code_hash._source, code_hash.stage_code_hash):
            remembered.cache_clear()
        return code_hash.code_of_stages(filmed=True)

    monkeypatch.setenv("SOLIDSCENE_CACHE", str(tmp_path / "cache"))
    first = fresh()
    (kept,) = (tmp_path / "cache").iterdir()
    assert fresh() == first
    kept.write_text("[1, 2")
    assert fresh() == first
    monkeypatch.setenv("SOLIDSCENE_CACHE", str(kept))  # a file: nothing can be kept there
    assert fresh() == first


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The program in a folder of its own, to be changed."""
    folder = tmp_path / "program"
    for package in (*PACKAGES, "solidscene", "bench", "web", "prompts"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "assets" / "plates", folder / "assets" / "plates")
    return folder


def convert(copy: Path, cache: Path, *options: str) -> tuple[dict[str, int], str]:
    """Convert one cube; the number of rows by stage, and what was said."""
    corpus = copy / "corpus.jsonl"
    figure = "solid cube ABCD-EFGH\\ngiven AB = 2\\nfind AG"
    corpus.write_text(f'{{"id": "cube", "statement": "A cube.", "answer": "2\\\\sqrt{{3}}", "figure": "{figure}"}}\n')
    # The plates of an ordinary preview are shipped.
    command = [sys.executable, "-m", "solidscene", "convert", str(corpus), "--out", str(copy / "run")]
    command += ["--profile", "preview"]
    environment = os.environ | {"PYTHONPATH": str(copy), "SOLIDSCENE_CACHE": str(cache)}
    done = subprocess.run([*command, *options], cwd=copy, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    with sqlite3.connect(copy / "run" / "run.sqlite") as rows:
        counts = dict(rows.execute("SELECT stage, COUNT(*) FROM stage GROUP BY stage").fetchall())
    return counts, done.stdout + done.stderr


def edit(copy: Path, file: str, old: str, new: str) -> None:
    text = (copy / file).read_text()
    assert old in text
    (copy / file).write_text(text.replace(old, new, 1))


@pytest.mark.blender
def test_changed_code_runs_again_what_depends_on_it_and_a_comment_nothing(copy: Path, plate_cache: Path) -> None:
    first, _ = convert(copy, plate_cache)
    assert first == dict.fromkeys(STAGE_NAMES, 1)

    edit(copy, AUDIT, "PLACE_M = 1e-4\n", "PLACE_M = 1e-4  # a tenth of a millimetre\n")
    again, said = convert(copy, plate_cache)
    assert again == first
    assert "run again" not in said

    edit(copy, AUDIT, "PLACE_M = 1e-4 ", "PLACE_M = 2e-4 ")
    kept, said = convert(copy, plate_cache, "--keep-made")
    assert kept == first
    changed, said = convert(copy, plate_cache)
    assert "1 finished problems run again: the code of script has changed" in said
    # Script runs again, and the sample that names its checkpoint; the film is of the same scene and is kept.
    assert changed == first | {"script": 2, "publish": 2}
    status = subprocess.run(
        [sys.executable, "-m", "solidscene", "status", str(copy / "run")],
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "other code" not in status.stdout


@pytest.mark.slow
def test_a_change_in_what_everything_is_made_of_changes_the_code_of_every_stage(copy: Path) -> None:
    before = {name: code_hash.stage_code_hash(name, copy) for name in STAGE_NAMES}
    assert before == {name: code_hash.stage_code_hash(name) for name in STAGE_NAMES}
    edit(copy, "geometry/checks.py", "class Check(Evidence):", "X = 1\n\n\nclass Check(Evidence):")
    code_hash.stage_code_hash.cache_clear()
    code_hash._source.cache_clear()
    after = {name: code_hash.stage_code_hash(name, copy) for name in STAGE_NAMES}
    assert all(before[name] != after[name] for name in STAGE_NAMES)


def test_what_follows_a_stage_is_what_waits_for_it() -> None:
    assert following("script") == ("script", "render", "publish")
    assert following("fit") == ("fit", "answer", "rewrite", "script", "render", "publish")
    assert following("translate") == STAGE_NAMES
