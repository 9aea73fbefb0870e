"""`setup/prepare.sh` in a checkout of its own, on pretended machines: what it finds, installs, repeats and refuses.

Python, pip and apt-get are stand-ins that write down what they were asked; shell, linker and files are real.
"""

import os
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from solidscene.doctor.programs import LIBRARIES
from tests.support.paths import ROOT

TOOLS = ("awk", "cat", "chmod", "cmp", "cp", "dirname", "head", "mkdir", "rm", "sed", "sh", "sort")
"""All that the script may ask of a bare machine, and the stand-ins with it."""
PYTHON = """\
#!/bin/sh
# Does as Python 3.11 would, or as PRETEND says; the file VERSION beside a virtualenv's python is its version.
here=$(dirname "$0")
case "$*" in
    *version_info*) [ "$(cat "$here/VERSION" 2>/dev/null || echo 3.11)" = 3.11 ] ;;
    *ensurepip*) [ "$PRETEND" != "no ensurepip" ] && echo "$FAKES/python3.11" ;;
    *"import bpy"*) [ "$PRETEND" != "no Blender" ] || { echo "libNew.so.1: cannot open it" >&2; exit 1; } ;;
    "-m venv"*) echo "venv" >>"$LOG"; mkdir -p "$3/bin"; cp "$FAKES/python3.11" "$3/bin/python" ;;
    "-m pip"*) echo "pip" >>"$LOG"; [ "$PRETEND" != "no network" ] ;;
esac
"""
APT = """\
#!/bin/sh
echo "apt-get $*" >>"$LOG"
[ "$PRETEND" != "empty archive" ] || exit 100
case "$*" in install*) cp "$LIBRARIES.after" "$LIBRARIES"; chmod +x "$FAKES"/python3.11 ;; esac
"""


class Machine:
    """A folder of programs, and a checkout with nothing in it but the setup."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.fakes, self.checkout = folder, folder / "bin", folder / "checkout"
        self.fakes.mkdir()
        for name in TOOLS:
            (self.fakes / name).symlink_to(str(shutil.which(name)))
        (self.checkout / "setup").mkdir(parents=True)
        (self.checkout / "assets").mkdir()
        shutil.copy(ROOT / "setup" / "prepare.sh", self.checkout / "setup")
        (self.checkout / "pyproject.toml").write_text("[project]\n")
        self.provide("python3.11", PYTHON)
        self.provide("id", "#!/bin/sh\necho 1000\n")
        self.libraries("libc.so.6 libc6")

    def provide(self, name: str, text: str) -> None:
        (self.fakes / name).write_text(text)
        (self.fakes / name).chmod(0o755)

    def libraries(self, text: str) -> None:
        """What Blender would link to here, and what is left of it after apt-get ran: something every machine has."""
        file = self.checkout / "assets" / "blender-libraries.txt"
        file.write_text(f"# a comment\n{text}\n")
        file.with_name(f"{file.name}.after").write_text("libc.so.6 libc6\n")

    def prepare(self, pretend: str = "", **more: str) -> "subprocess.CompletedProcess[str]":
        there = {
            "PATH": str(self.fakes),
            "FAKES": str(self.fakes),
            "LOG": str(self.folder / "log"),
            "LIBRARIES": str(self.checkout / "assets" / "blender-libraries.txt"),
            "PRETEND": pretend,
        }
        (self.folder / "log").write_text("")
        command = [str(self.checkout / "setup" / "prepare.sh")]
        return subprocess.run(command, env=there | more, capture_output=True, text=True, check=False)

    @property
    def asked(self) -> list[str]:
        """What the stand-ins were asked the last time."""
        return (self.folder / "log").read_text().splitlines()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def prepared(machine: Machine) -> Machine:
    done = machine.prepare()
    assert done.returncode == 0, done.stderr
    assert machine.asked == ["venv", "pip"]  # and no apt-get
    return machine


def test_a_second_setup_does_nothing_and_says_nothing(prepared: Machine) -> None:
    done = prepared.prepare()
    assert (done.returncode, done.stdout, done.stderr, prepared.asked) == (0, "", "", [])


def test_changed_dependencies_are_installed_into_the_same_virtualenv(prepared: Machine) -> None:
    (prepared.checkout / "pyproject.toml").write_text("[project]\nname = 'other'\n")
    assert prepared.prepare().returncode == 0
    assert prepared.asked == ["pip"]


def test_a_moved_checkout_gets_a_new_virtualenv(prepared: Machine) -> None:
    prepared.checkout = prepared.checkout.rename(prepared.folder / "elsewhere")
    assert prepared.prepare().returncode == 0
    assert prepared.asked == ["venv", "pip"]


def test_a_virtualenv_of_another_python_is_made_anew(prepared: Machine) -> None:
    left_behind = prepared.checkout / ".venv" / "bin" / "VERSION"
    left_behind.write_text("3.12")
    assert prepared.prepare().returncode == 0
    assert prepared.asked == ["venv", "pip"]
    assert not left_behind.exists()


def test_a_virtualenv_whose_python_was_uninstalled_is_made_anew(prepared: Machine) -> None:
    (prepared.checkout / ".venv" / "bin" / "python").unlink()
    assert prepared.prepare().returncode == 0
    assert prepared.asked == ["venv", "pip"]


def test_an_interrupted_setup_begins_again(prepared: Machine) -> None:
    (prepared.checkout / "pyproject.toml").write_text("[project]\nname = 'other'\n")
    assert prepared.prepare("no network").returncode
    half = prepared.checkout / ".venv" / "half-installed"
    half.touch()
    assert prepared.prepare().returncode == 0
    assert prepared.asked == ["venv", "pip"]
    assert not half.exists()
    assert prepared.prepare().returncode == 0
    assert prepared.asked == []


@pytest.mark.parametrize(
    ("pretend", "words"),
    [
        ("no network", r"pip could not install the packages.*\nRemedy: check the network"),
        ("no Blender", r"libNew\.so\.1: cannot open it\n.*cannot be imported\. Remedy: install the library"),
    ],
)
def test_what_fails_is_told_with_a_remedy_and_tried_again(machine: Machine, pretend: str, words: str) -> None:
    for _ in range(2):
        done = machine.prepare(pretend)
        assert done.returncode == 1
        assert re.search(words, done.stderr)
        assert machine.asked == ["venv", "pip"]


def test_somebody_without_rights_is_told_everything_in_one_line(machine: Machine) -> None:
    machine.provide("apt-get", APT)
    machine.libraries("libc.so.6 libc6\nlibNowhere.so.9 nowhere9\nlibGone.so.1 gone1")
    done = machine.prepare("no ensurepip")
    assert done.returncode == 1
    assert "Missing on this machine: Python 3.11 with venv, libGone.so.1, libNowhere.so.9\n" in done.stderr
    assert "Remedy: sudo apt-get update && sudo apt-get install python3.11-venv gone1 nowhere9\n" in done.stderr
    assert machine.asked == []
    assert not (machine.checkout / ".venv").exists()


def test_without_apt_the_libraries_are_named_too(machine: Machine) -> None:
    machine.libraries("libNowhere.so.9 nowhere9")
    done = machine.prepare()
    assert done.returncode == 1
    assert "libNowhere.so.9\nRemedy: install them (on Debian they are in nowhere9)" in done.stderr


def test_root_gets_installed_what_is_missing(machine: Machine) -> None:
    machine.provide("apt-get", APT)
    machine.provide("id", "#!/bin/sh\necho 0\n")
    machine.libraries("libNowhere.so.9 nowhere9")
    (machine.fakes / "python3.11").chmod(0o644)  # until apt-get has run
    done = machine.prepare()
    assert done.returncode == 0, done.stderr
    update, install, *rest = machine.asked
    assert update.startswith("apt-get update")
    assert install.startswith("apt-get install -y")
    assert install.endswith("python3.11-venv nowhere9")
    assert rest == ["venv", "pip"]
    assert "Installing with apt-get: python3.11-venv nowhere9" in done.stdout


def test_root_is_told_when_the_archive_lacks_it(machine: Machine) -> None:
    machine.provide("apt-get", APT)
    machine.provide("id", "#!/bin/sh\necho 0\n")
    machine.libraries("libNowhere.so.9 nowhere9")
    (machine.fakes / "python3.11").chmod(0o644)
    done = machine.prepare("empty archive")
    assert done.returncode == 1
    assert "apt-get could not install python3.11-venv nowhere9" in done.stderr
    assert "uv python install 3.11" in done.stderr


def test_a_python_of_ones_own_is_taken_or_refused(machine: Machine) -> None:
    mine = machine.folder / "my python" / "python"
    mine.parent.mkdir()
    shutil.copy(machine.fakes / "python3.11", mine)
    (machine.fakes / "python3.11").unlink()
    (mine.parent / "VERSION").write_text("3.12")
    done = machine.prepare(PYTHON=str(mine))
    assert done.returncode == 1
    assert f"{mine} is not a Python 3.11" in done.stderr
    assert "Remedy: make setup PYTHON=" in done.stderr
    (mine.parent / "VERSION").unlink()
    shutil.copy(mine, machine.fakes / "python3.11")  # what `mine` says that it comes from
    assert machine.prepare(PYTHON=str(mine)).returncode == 0


def test_the_list_names_what_blender_links_to_and_nothing_else() -> None:
    listed = [line.split() for line in LIBRARIES.read_text().splitlines() if not line.startswith("#")]
    module = Path(sysconfig.get_path("purelib")) / "bpy" / "__init__.so"
    linked = subprocess.run(["ldd", str(module)], capture_output=True, text=True, check=True).stdout
    assert {name for name, _ in listed} <= {line.split()[0] for line in linked.splitlines()}
    assert "not found" not in linked
    assert all(re.fullmatch(r"lib[a-z0-9+.-]+", package) for _, package in listed)


def test_make_hands_its_variables_on(tmp_path: Path) -> None:
    make = ["make", "-C", str(ROOT), "--dry-run", "demo", "PYTHON=/some/python3.11", "DEMO_ARGS=--profile preview"]
    said = subprocess.run(make, capture_output=True, text=True, check=True, env={"PATH": os.environ["PATH"]}).stdout
    assert "PYTHON='/some/python3.11' setup/prepare.sh" in said
    assert "solidscene demo --profile preview" in said
