"""Supervises one child process: writes its request, drains two pipes with size limits, kills its process group in time.

Knows nothing of Blender or scenes. Memory is bounded by the limits whatever the child writes; a child that closes its
pipes and continues, prints without end, starts too many threads or exceeds its timeout is killed with its process
group.
"""

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pipeline.scene.sandbox.records import SandboxLimits

Stop = Literal["ended", "wall_clock", "output", "result", "threads"]
TAIL_BYTES = 4000
_POLL_SECONDS = 0.05
_CHUNK = 1 << 16
_TRICKLE, _TRICKLE_SECONDS = 1 << 12, 1e-3
"""After a read of fewer bytes than this we wait briefly, so that the next read gets more at once."""
RESULT_FD_WORD = "{result_fd}"
"""Placeholder in the command line for the file descriptor of the result pipe."""


@dataclass
class ProcessEnd:
    """The result of a finished child process."""

    stop: Stop
    exit_code: int
    """Negative: the signal that ended it."""
    result: bytes
    tail: bytes
    seconds: float


@dataclass
class _Watch:
    limits: SandboxLimits
    deadline: float
    result: bytearray = field(default_factory=bytearray)
    tail: bytearray = field(default_factory=bytearray)
    printed: int = 0
    next_look: float = 0.0
    """When its threads are counted next: a child that writes single bytes must not determine how often."""

    def take_output(self, data: bytes) -> bool:
        self.printed += len(data)
        self.tail = (self.tail + data)[-TAIL_BYTES:]
        return self.printed <= self.limits.output_bytes

    def take_result(self, data: bytes) -> bool:
        self.result += data
        return len(self.result) <= self.limits.result_bytes


def supervise(command: Sequence[str], request: bytes, environment: dict[str, str], limits: SandboxLimits) -> ProcessEnd:
    """Run `command` until it ends or exceeds a limit; nothing the child does raises an exception."""
    started = time.monotonic()
    read_end, write_end = os.pipe()
    try:
        child = subprocess.Popen(
            [part.replace(RESULT_FD_WORD, str(write_end)) for part in command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            cwd="/",
            pass_fds=(write_end,),
            start_new_session=True,
        )
    except BaseException:
        os.close(read_end)
        raise
    finally:
        os.close(write_end)
    watch = _Watch(limits, started + limits.wall_seconds)
    try:
        stop = _watch_pipes(child, read_end, request, watch)
    finally:
        _end_group(child)
        os.close(read_end)
    return ProcessEnd(stop, child.returncode, bytes(watch.result), bytes(watch.tail), time.monotonic() - started)


def _watch_pipes(child: subprocess.Popen[bytes], result_fd: int, request: bytes, watch: _Watch) -> Stop:
    assert child.stdin is not None
    assert child.stdout is not None
    readers: dict[int, tuple[Callable[[bytes], bool], Stop]] = {
        child.stdout.fileno(): (watch.take_output, "output"),
        result_fd: (watch.take_result, "result"),
    }
    pending = memoryview(request)
    with selectors.DefaultSelector() as selector:
        for reader in readers:
            selector.register(reader, selectors.EVENT_READ)
        os.set_blocking(child.stdin.fileno(), False)
        selector.register(child.stdin.fileno(), selectors.EVENT_WRITE)
        # A grandchild may keep the pipes open (only without a sandbox): once the child has ended, read what is there.
        while len(selector.get_map()) > 0:
            ended = _has_ended(child)
            ready = selector.select(0 if ended else _POLL_SECONDS)
            if not ready and ended:
                break
            taken = 0
            for key, _ in ready:
                if key.fd not in readers:
                    pending = _feed(child, selector, pending)
                    continue
                data = os.read(key.fd, _CHUNK)
                taken += len(data)
                take, stop = readers[key.fd]
                if not data:
                    selector.unregister(key.fd)
                elif not take(data):
                    return stop
            if (broken := _broken_limit(child, watch)) is not None:
                return broken
            if 0 < taken < _TRICKLE:
                time.sleep(_TRICKLE_SECONDS)
    return _wait_for_end(child, watch)


def _feed(child: subprocess.Popen[bytes], selector: selectors.BaseSelector, pending: memoryview) -> memoryview:
    """Write as much as the pipe accepts; close it when all is written or the reader has closed it."""
    assert child.stdin is not None
    try:
        pending = pending[os.write(child.stdin.fileno(), pending[:_CHUNK]) :]
    except BlockingIOError:
        return pending
    except BrokenPipeError:
        pending = pending[:0]
    if not pending:
        selector.unregister(child.stdin.fileno())
        child.stdin.close()
    return pending


def _broken_limit(child: subprocess.Popen[bytes], watch: _Watch) -> Stop | None:
    now = time.monotonic()
    if now > watch.deadline:
        return "wall_clock"
    if now < watch.next_look:
        return None
    watch.next_look = now + _POLL_SECONDS
    return "threads" if _threads(child.pid) > watch.limits.threads else None


def _wait_for_end(child: subprocess.Popen[bytes], watch: _Watch) -> Stop:
    while not _has_ended(child):
        if (broken := _broken_limit(child, watch)) is not None:
            return broken
        time.sleep(_POLL_SECONDS / 5)
    return "ended"


def _has_ended(child: subprocess.Popen[bytes]) -> bool:
    """Checks without reaping (WNOWAIT): until then its process id cannot be reused by another group we would kill."""
    return os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _threads(pid: int) -> int:
    """Threads of the process and its children, from /proc; RLIMIT_NPROC does not bind root."""
    try:
        tasks = os.listdir(f"/proc/{pid}/task")
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            children = [int(word) for word in file.read().split()]
    except OSError:
        return 0
    return len(tasks) + sum(_threads(child) for child in children[:64])


def _end_group(child: subprocess.Popen[bytes]) -> None:
    """Kill what is left of the process group, then reap the child."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    for stream in (child.stdin, child.stdout):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
