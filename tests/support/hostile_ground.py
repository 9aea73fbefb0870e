"""The ground on which hostile scripts are run: things outside the sandbox that must not change, and a secret.

Every script gets a folder of its own with a canary file, a planted Python file and a planted program; all share one
listening port and one signal counter. `Ground.changes` says in words what a script managed to do.
"""

import os
import re
import signal
import socket
import stat
import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from pipeline.scene.sandbox.build_scene import SandboxLimits, SandboxResult, run_script
from pipeline.scene.sandbox.records import SandboxMode
from tests.support.paths import DATA

FOLDER = DATA / "hostile"
LIMITS = SandboxLimits(wall_seconds=20, cpu_seconds=3, memory_mb=2048, output_bytes=200_000, result_bytes=4 << 20)
SLEEPER_LIMITS = LIMITS.model_copy(update={"wall_seconds": 6.0})
SLEEPERS = {"leave_process_group", "close_pipes"}
SECRET = f"secret-{uuid.uuid4().hex}"
"""Stands in the canary files and in the environment of the test process."""


def hostile_names() -> list[str]:
    return sorted(path.name.removesuffix(".py.txt") for path in FOLDER.glob("*.py.txt"))


def header(name: str) -> str:
    """The docstring: what it tries, and on what lines it says how it ends."""
    found = re.match(r'"""(.*?)"""', (FOLDER / f"{name}.py.txt").read_text(), re.DOTALL)
    assert found is not None
    return found[1]


def expected_ends(name: str) -> set[str]:
    found = re.search(r"^Ends: (.+)$", header(name), re.MULTILINE)
    assert found is not None
    return set(found[1].split(" or "))


def is_accepted(name: str) -> bool:
    return "Vetting: accepts" in header(name)


class Listener:
    """A port of this machine, for TCP and UDP, and an abstract socket; counts whoever knocks."""

    def __init__(self) -> None:
        self.knocks = 0
        self.tcp, self.udp, self.local = socket.socket(), socket.socket(type=socket.SOCK_DGRAM), socket.socket(1)
        self.tcp.bind(("127.0.0.1", 0))
        self.port = self.tcp.getsockname()[1]
        self.udp.bind(("127.0.0.1", self.port))
        self.name = f"canary-{uuid.uuid4().hex}"
        self.local.bind(f"\0{self.name}")
        for server in (self.tcp, self.local):
            server.listen()
        for wait in (self.tcp.accept, self.local.accept, lambda: self.udp.recv(99)):
            threading.Thread(target=self._count, args=(wait,), daemon=True).start()

    def _count(self, wait: Callable[[], object]) -> None:
        while True:
            found = wait()
            self.knocks += 1
            if isinstance(found, tuple):
                found[0].close()


@dataclass
class Ground:
    """One script's surroundings."""

    folder: Path
    listener: Listener

    def __post_init__(self) -> None:
        self.canary = self.folder / "canary.txt"
        self.canary.write_text(SECRET)
        self.planted = self.folder / "planted.py"
        self.planted.write_text(f"open({str(self.folder / 'new.txt')!r}, 'w').write('made')\n")
        self.program = self.folder / "program.sh"
        self.program.write_text(f"#!/bin/sh\ntouch {self.folder / 'new.txt'}\n")
        self.program.chmod(0o755)
        self.before = self._state()

    def source(self, name: str) -> str:
        text = (FOLDER / f"{name}.py.txt").read_text()
        words = {"CANARY": self.canary, "FOLDER": self.folder, "PLANTED": self.planted, "PROGRAM": self.program}
        for word, value in {**words, "PORT": self.listener.port, "NAME": self.listener.name}.items():
            text = text.replace(f"@{word}@", str(value))
        return text

    def run(self, name: str, mode: SandboxMode) -> SandboxResult:
        return run_script(self.source(name), SLEEPER_LIMITS if name in SLEEPERS else LIMITS, mode)

    def changes(self, result: SandboxResult) -> list[str]:
        """What a script did outside, or got out; empty when it was contained."""
        found = []
        if self._state() != self.before:
            found.append("files outside changed")
        if SECRET in result.model_dump_json():
            found.append("the secret came out")
        if Path(f"/dev/shm/{self.listener.name}").exists():
            found.append("shared memory was written")
        return found

    def _state(self) -> dict[str, object]:
        """Contents, mode, owner, links and times of everything in the folder."""
        return {str(path): _identity(path) for path in [self.folder, *sorted(self.folder.rglob("*"))]}


def _identity(path: Path) -> tuple[object, ...]:
    info = os.lstat(path)
    content = path.read_bytes() if stat.S_ISREG(info.st_mode) else b""
    attributes = tuple(os.listxattr(path, follow_symlinks=False))
    return info.st_mode, info.st_uid, info.st_gid, info.st_nlink, info.st_mtime_ns, info.st_ino, content, attributes


class SignalCounter:
    """Counts SIGUSR1, which would end the process if nobody did."""

    def __init__(self) -> None:
        self.count = 0
        self.former = signal.signal(signal.SIGUSR1, self._take)

    def _take(self, number: int, frame: FrameType | None) -> None:
        self.count += 1

    def close(self) -> None:
        signal.signal(signal.SIGUSR1, self.former)
