"""The examples run as they are, from a folder of their own, and say what they should."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tests.support.paths import ROOT

pytestmark = pytest.mark.slow

EXAMPLES = ROOT / "examples"
EXPECTED = {
    "solve_a_figure": ["arctan(√2)", "7 conditions checked", "ill_posed - volume(ABCD-EFGH) is not determined"],
    "convert_rows": ["cone: published", "0.5343 m³", "wrong-key: quarantined", "the stated answer is 9"],
    "read_a_dataset": ["2 text samples as dataset", "cube-2 siri volume ('CR', 'MM') 8", "proof holds: True"],
    "render_stills": ["still-01.png", "still-02.png", "passed - 0 frames cut the object off"],
}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.blender] if name.startswith("render") else []) for name in EXPECTED],
)
def test_an_example_runs(name: str, tmp_path: Path, plate_cache: Path) -> None:
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), str(tmp_path / "out")]
    environment = os.environ | {"SOLIDSCENE_CACHE": str(plate_cache)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert [words for words in EXPECTED[name] if words not in done.stdout] == []


def test_every_example_is_run_here() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(EXPECTED)


# The notebook's libraries are not ours to mend.
@pytest.mark.filterwarnings("ignore")
def test_the_notebook_runs(tmp_path: Path) -> None:
    notebook = nbformat.read(EXAMPLES / "first_look.ipynb", as_version=4)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    said = "".join(out.get("text", "") for cell in notebook.cells for out in cell.get("outputs", ()))
    assert "distance(A, plane(B, D, E)) = 2√3/3" in said
    assert "published" in said
    assert "0.5343 m³" in said
