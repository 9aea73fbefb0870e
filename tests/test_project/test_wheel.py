"""The wheel, installed where there is no checkout: the commands, the demo and the viewer work from an empty folder."""

import os
import re
import site
import subprocess
import sys
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

from tests.support.paths import ROOT

pytestmark = [pytest.mark.blender, pytest.mark.slow]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    # Built from a copy: setuptools leaves its folders beside the sources.
    source = folder / "source"
    subprocess.run(["git", "-C", str(ROOT), "worktree", "list"], check=True, capture_output=True)
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard"], check=True, capture_output=True, text=True
    )
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            os.link(ROOT / name, source / name)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(source)]
    subprocess.run(command, check=True, capture_output=True)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of an environment that has the wheel, and else only what it depends on."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    own = folder / "lib" / f"python3.{sys.version_info.minor}" / "site-packages"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", str(wheel)]
    subprocess.run(pip, check=True, capture_output=True)
    # A path in a .pth file does not run the .pth files in it: the checkout is not found through this.
    (own / "dependencies.pth").write_text(site.getsitepackages()[0] + "\n")
    return folder / "bin"


def without_checkout() -> dict[str, str]:
    """The environment without a way to the checkout."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def run(installed: Path, folder: Path, cache: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    environment = without_checkout() | {"SOLIDSCENE_CACHE": str(cache), "HOME": str(folder)}
    command = [str(installed / "solidscene"), *words]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_everything_that_is_read_at_run_time_is_inside(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    needed = [*ROOT.glob("prompts/**/*.md"), *ROOT.glob("assets/**/*"), *ROOT.glob("web/templates/*")]
    needed += [*ROOT.glob("*/py.typed"), ROOT / "geometry/notation/grammar.lark", *ROOT.glob("blender_scripts/**/*.py")]
    names = [path.relative_to(ROOT).as_posix() for path in needed if path.is_file() and "__pycache__" not in path.parts]
    assert [name for name in names if name not in inside] == []
    assert [name for name in inside if name.startswith(("tests/", "docs/", "docker/", "examples/"))] == []


def test_a_figure_is_checked_from_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "cube.geo").write_text("solid cube ABCD-EFGH\ngiven AB = 2\nfind AG\n")
    done = run(installed, tmp_path, tmp_path / "cache", "geo", "check", "cube.geo")
    assert done.returncode == 0, done.stderr
    assert "AG = 2√3" in done.stdout
    where = subprocess.run(
        [str(installed / "python"), "-c", "import solidscene, agents; print(solidscene.__file__, agents.__file__)"],
        cwd=tmp_path,
        env=without_checkout(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert all(name.startswith(str(installed.parent)) for name in where.stdout.split())


def test_the_demo_and_the_viewer_work_from_an_empty_folder(installed: Path, tmp_path: Path, plate_cache: Path) -> None:
    done = run(installed, tmp_path, plate_cache, "demo", "--profile", "preview")
    assert done.returncode == 0, done.stderr
    assert "published          3" in done.stdout
    assert (tmp_path / "runs" / "demo" / "report.html").stat().st_size > 100_000
    assert len(list((tmp_path / "runs" / "demo" / "videos").glob("*.mp4"))) == 3
    command = [str(installed / "solidscene"), "view", "runs/demo", "--port", "0"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=without_checkout(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as viewer:
        assert viewer.stdout is not None
        address = re.match(r"http://127\.0\.0\.1:\d+/", viewer.stdout.readline())
        assert address is not None
        with urllib.request.urlopen(address[0], timeout=30) as page:
            assert b"demo-first-1" in page.read()
        viewer.terminate()
