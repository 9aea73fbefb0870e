"""Runs the steps of the Dockerfile in chroots, for machines without a container engine.

Usage (as root):  python docker/run_dockerfile.py BASE_ROOT WORK [NAME=VALUE ...]
BASE_ROOT is a root file system such as debootstrap makes; each stage is a copy of it under WORK. NAME=VALUE are build
arguments. The last stage's folder and settings are written to WORK/image.json. Supports the instructions that the
Dockerfile uses and fails for all others, so that no step is silently skipped.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BARE_DEBIAN = ROOT / "docker" / "bare_debian.sh"
PASSED_ON = re.compile(r"PIP_\w+|\w*CERT\w*|https?_proxy|no_proxy", re.IGNORECASE)
"""Environment variables passed to builds: access to package indexes."""


@dataclass
class Stage:
    """One stage: its files, and the settings from its instructions."""

    folder: str
    env: dict[str, str] = field(
        default_factory=lambda: {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
    )
    arguments: dict[str, str] = field(default_factory=dict)
    user: str = "root"
    workdir: str = "/"
    entrypoint: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    healthcheck: list[str] = field(default_factory=list)


def instructions(text: str) -> list[tuple[str, str]]:
    """Instructions and their arguments, with continued lines joined and comments removed."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", " ", "\n".join(lines))
    found = [line.strip().split(None, 1) for line in joined.splitlines() if line.strip()]
    return [(word.upper(), rest) for word, rest in found]


def in_root(stage: Stage, words: list[str]) -> "subprocess.CompletedProcess[bytes]":
    """Run a program inside a stage, as its user, with its environment."""
    passed = {name: value for name, value in os.environ.items() if PASSED_ON.fullmatch(name)}
    inside = [
        "env",
        "-i",
        "-C",
        stage.workdir,
        *(f"{k}={v}" for k, v in {**passed, **stage.arguments, **stage.env}.items()),
    ]
    return subprocess.run(["chroot", f"--userspec={stage.user}", stage.folder, *inside, *words], check=False)


class Builder:
    """Executes one instruction after another."""

    def __init__(self, base: Path, work: Path, chosen: dict[str, str]) -> None:
        self.base, self.work, self.chosen = base, work, chosen
        self.stages: dict[str, Stage] = {}
        self.outer: dict[str, str] = {}

    @property
    def stage(self) -> Stage:
        return list(self.stages.values())[-1]

    def take(self, word: str, rest: str) -> None:
        step = getattr(self, f"_{word.lower()}", None)
        if step is None:
            raise SystemExit(f"unsupported instruction {word}. Remedy: implement it in docker/run_dockerfile.py")
        print(f"== {word} {rest}", flush=True)
        step(rest)

    def _arg(self, rest: str) -> None:
        name, _, default = rest.partition("=")
        known = self.stage.arguments if self.stages else self.outer
        known[name] = self.chosen.get(name, default)

    def _from(self, rest: str) -> None:
        name = rest.split()[-1] if " AS " in rest else "final"
        folder = self.work / name
        subprocess.run(["cp", "-a", "--reflink=auto", str(self.base), str(folder)], check=True)
        # open_root is a bash function.
        subprocess.run(["bash", "-ec", '. "$0"; open_root "$1"', str(BARE_DEBIAN), str(folder)], check=True)
        self.stages[name] = Stage(folder=str(folder))

    def _env(self, rest: str) -> None:
        self.stage.env |= dict(word.split("=", 1) for word in shlex.split(rest))

    def _run(self, rest: str) -> None:
        done = in_root(self.stage, ["/bin/sh", "-c", rest])
        if done.returncode:
            raise SystemExit(f"exit code {done.returncode} of: RUN {rest}")

    def _copy(self, rest: str) -> None:
        words = rest.split()
        origin = ROOT
        if words[0].startswith("--from="):
            origin = Path(self.stages[words.pop(0).removeprefix("--from=")].folder)
        *sources, last = words
        target = Path(self.stage.folder) / last.lstrip("/")
        for source in sources:
            found = origin / source.lstrip("/")
            place = target / found.name if last.endswith("/") else target
            place.parent.mkdir(parents=True, exist_ok=True)
            if found.is_dir():
                skipped = shutil.ignore_patterns("__pycache__") if origin == ROOT else None
                shutil.copytree(found, place, symlinks=True, ignore=skipped, dirs_exist_ok=True)
            else:
                shutil.copy2(found, place)

    def _user(self, rest: str) -> None:
        self.stage.user = rest

    def _workdir(self, rest: str) -> None:
        self.stage.workdir = rest
        (Path(self.stage.folder) / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)

    def _volume(self, rest: str) -> None:
        """Ignored: in a chroot a plain folder serves as a volume."""

    def _healthcheck(self, rest: str) -> None:
        self.stage.healthcheck = json.loads(rest[rest.index("[") :])

    def _entrypoint(self, rest: str) -> None:
        self.stage.entrypoint = json.loads(rest)

    def _cmd(self, rest: str) -> None:
        self.stage.command = json.loads(rest)


def main() -> int:
    if len(sys.argv) < 3 or os.geteuid() != 0:
        print((__doc__ or "").split("\n\n")[1], file=sys.stderr)
        return 2
    base, work = Path(sys.argv[1]), Path(sys.argv[2])
    builder = Builder(base, work, dict(word.split("=", 1) for word in sys.argv[3:]))
    for word, rest in instructions((ROOT / "Dockerfile").read_text()):
        builder.take(word, rest)
    (work / "image.json").write_text(json.dumps(asdict(builder.stage), indent=1))
    for name, arguments in (
        ("the health check", builder.stage.healthcheck),
        ("the entry point", [*builder.stage.entrypoint, "doctor"]),
    ):
        print(f"== {name}: {shlex.join(arguments)}", flush=True)
        if code := in_root(builder.stage, arguments).returncode:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
