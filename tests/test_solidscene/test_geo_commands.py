"""The command line as a user meets it: real processes, their output and exit codes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

PYRAMID = ROOT / "assets" / "figures" / "pyramid.geo"


def solidscene(*args: str, stdin: str = "") -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "solidscene.cli.app", *args]
    return subprocess.run(command, cwd=ROOT, input=stdin, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.slow
def test_check_prints_verdict_closed_form_and_evidence() -> None:
    run = solidscene("geo", "check", str(PYRAMID))
    assert run.returncode == 0
    assert run.stdout.startswith("solved: the figure is rigid")
    assert "arctan(√6)" in run.stdout
    assert "given PA = 2 * sqrt(3)" in run.stdout


@pytest.mark.slow
def test_check_json_is_one_report_and_the_same_bytes_twice() -> None:
    first, second = (solidscene("geo", "check", str(PYRAMID), "--json").stdout for _ in range(2))
    assert first == second
    report = json.loads(first)
    assert report["ok"] is True
    assert report["exact"]["text"] == "atan(sqrt(6))"
    assert {check["status"] for check in report["checks"]} == {"passed"}


@pytest.mark.slow
def test_bad_figure_exits_2_with_the_line_and_a_caret_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "bad.geo"
    file.write_text("solid cube ABCD-EFGH\ngiven AX = 2\nfind AG\n")
    run = solidscene("geo", "check", str(file))
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.splitlines()[0] == "2 | given AX = 2"
    assert run.stderr.splitlines()[1] == "          ^"
    assert "unknown point X" in run.stderr.splitlines()[2]
    assert len(run.stderr.splitlines()) == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "No such file"), (b"\xff\xfe\x00solid", "not UTF-8"), (b"", "nothing is asked for")],
)
def test_unreadable_or_empty_files_exit_2_with_one_remedy(content: bytes | None, message: str, tmp_path: Path) -> None:
    file = tmp_path / "figure.geo"
    if content is not None:
        file.write_bytes(content)
    run = solidscene("geo", "check", str(file))
    assert run.returncode == 2
    assert message in run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.slow
def test_contradictory_figure_exits_1_and_names_the_conflict() -> None:
    figure = "solid tetrahedron ABCD\ngiven AB = 1, BC = 1, AC = 5, AD = 2\nfind volume(ABCD)\n"
    run = solidscene("geo", "check", "-", stdin=figure)
    assert run.returncode == 1
    assert run.stdout.splitlines() == [
        "contradictory: these conditions cannot hold together",
        "  AB = 1",
        "  BC = 1",
        "  AC = 5",
    ]


@pytest.mark.slow
def test_a_figure_that_misses_a_condition_says_so() -> None:
    run = solidscene("geo", "check", "-", stdin="solid cuboid ABCD-EFGH\ngiven AB = 2, AD = 3\nfind AG\n")
    assert run.returncode == 1
    assert run.stdout.startswith("ill-posed: AG is not determined")


@pytest.mark.slow
def test_measure_judges_coordinates_from_elsewhere(tmp_path: Path) -> None:
    figure = tmp_path / "cube.geo"
    figure.write_text("solid cube ABCD-EFGH\ngiven AB = 1\nfind AG\n")
    corners = {"A": (0, 0, 0), "B": (1, 0, 0), "C": (1, 1, 0), "D": (0, 1, 0)}
    points = corners | {name: (x, y, 1) for name, (x, y, _) in zip("EFGH", corners.values(), strict=True)}
    coords = tmp_path / "coords.json"
    coords.write_text(json.dumps({"points": points}))
    good = solidscene("geo", "measure", str(figure), "--coords", str(coords), "--json")
    assert good.returncode == 0
    assert json.loads(good.stdout)["exact"]["pretty"] == "√3"
    coords.write_text(json.dumps({"points": points | {"G": (1, 1, 1.1)}}))
    bad = solidscene("geo", "measure", str(figure), "--coords", str(coords))
    assert bad.returncode == 1
    assert "FAILED" in bad.stdout


@pytest.mark.slow
@pytest.mark.parametrize("text", ["{", '{"points": {}}', '{"points": {"A": [0, 0]}}', '{"points": {"A": [0, 0, 0]}}'])
def test_bad_coordinates_exit_2_with_a_remedy(text: str, tmp_path: Path) -> None:
    coords = tmp_path / "coords.json"
    coords.write_text(text)
    run = solidscene("geo", "measure", str(PYRAMID), "--coords", str(coords))
    assert run.returncode == 2
    assert run.stdout == ""
    assert "Traceback" not in run.stderr


@pytest.mark.slow
def test_kinds_lists_the_whole_catalogue() -> None:
    run = solidscene("geo", "kinds")
    kinds = [line.split("  ")[0] for line in run.stdout.splitlines()[2:]]
    assert {"cube", "prism", "pyramid", "cone frustum", "octahedron", "composite"} <= set(kinds)
    assert len(json.loads(solidscene("geo", "kinds", "--json").stdout)) == len(kinds)


@pytest.mark.slow
@pytest.mark.parametrize("command", [["geo", "check"], ["geo", "measure"], ["geo", "kinds"], ["bench", "geometry"]])
def test_help_shows_an_example(command: list[str]) -> None:
    run = solidscene(*command, "--help")
    assert run.returncode == 0
    assert "Example:" in run.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    "construction",
    ["divide(A,B,-1)", "circumcenter(A,M,B)", "circumcenter(A,B,C,D)", "foot(G, line(A,A))"],
)
def test_a_construction_that_does_not_exist_is_no_crash(construction: str) -> None:
    figure = f"solid cube ABCD-EFGH\ngiven AB = 2\npoint M = midpoint(A,B)\npoint X = {construction}\nfind AX\n"
    run = solidscene("geo", "check", "-", stdin=figure)
    assert run.returncode == 1
    assert "Traceback" not in run.stderr
    assert "may not exist" in run.stdout


@pytest.mark.slow
def test_an_endless_file_and_an_endless_line_are_refused_shortly(tmp_path: Path) -> None:
    endless = solidscene("geo", "check", "/dev/zero")
    assert endless.returncode == 2
    file = tmp_path / "long.geo"
    file.write_text("find " + "A" * 10_000)
    run = solidscene("geo", "check", str(file))
    assert run.returncode == 2
    assert len(run.stderr) < 1_000
