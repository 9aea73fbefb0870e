"""One warm Blender process and the JSON protocol with it. Knows nothing about what a job means.

The worker runs in a session of its own: Ctrl-C reaches only the launcher, which kills it. If the launcher dies first,
the kernel kills it.
"""

import concurrent.futures
import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from dataset.paths import BLENDER_SCRIPTS
from workers.blender_jobs import BlenderJob, JobFailed

SCRIPT = BLENDER_SCRIPTS / "worker.py"
START_SECONDS = 120.0
"""Start timeout. Importing Blender takes a second; a machine that needs two minutes is too slow to render."""

Progress = Callable[[str, float], None]


class WorkerDied(RuntimeError):  # noqa: N818 an event, named as in the log
    """The process ended, hung or broke the protocol; a retry in another process may succeed."""


class BlenderWorker:
    """A process that renders one job after another."""

    def __init__(self, log: Path) -> None:
        read_end, write_end = os.pipe()
        log.parent.mkdir(parents=True, exist_ok=True)
        self._log_path = log
        # Blender leaves its temporary folder behind when it is killed, which is how workers are ended.
        self._scratch = tempfile.TemporaryDirectory(prefix="solidscene-worker-", ignore_cleanup_errors=True)
        with open(log, "ab") as sink:
            self._process = _spawned(
                [sys.executable, str(SCRIPT), str(write_end), str(os.getpid())],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,  # Blender prints a line per object and frame
                stderr=sink,
                pass_fds=(write_end,),
                start_new_session=True,
                env=_environment(self._scratch.name),
            )
        os.close(write_end)
        self._events: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, args=(read_end,), daemon=True)
        self._reader.start()
        self.jobs_done = 0
        try:
            self.hello = self._next(START_SECONDS)
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int:
        return self._process.pid

    def run(self, job: BlenderJob, progress: Progress, stall_seconds: float) -> Any:
        """The answer to one job. WorkerDied if the worker sends no event for `stall_seconds`."""
        try:
            assert self._process.stdin is not None
            self._process.stdin.write((job.model_dump_json() + "\n").encode())
            self._process.stdin.flush()
        except OSError as error:
            raise WorkerDied(self._obituary()) from error
        while True:
            event = self._next(stall_seconds)
            if event["event"] == "progress":
                progress(event["what"], event["share"])
            elif event["event"] == "failed":
                raise self._refusal(event)
            else:
                self.jobs_done += 1
                return job.answer.model_validate(event["result"])

    def _refusal(self, event: dict[str, Any]) -> JobFailed:
        """The worker's error, with a remedy, and with the worker's traceback as a note."""
        sentence: str = event["sentence"]
        if "Remedy:" not in sentence:
            sentence = f"{sentence.rstrip('.')}. Remedy: see the traceback in {self._log_path}, and report it"
        refusal = JobFailed(sentence, event["code"], event["facts"])
        refusal.add_note(f"In the Blender process:\n{event['traceback']}")
        return refusal

    def close(self) -> None:
        """Kill the process group; safe to call twice."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()
        self._scratch.cleanup()

    def _next(self, seconds: float) -> dict[str, Any]:
        try:
            event = self._events.get(timeout=seconds)
        except queue.Empty:
            raise WorkerDied(f"the Blender process sent nothing for {seconds:.0f} s") from None
        if event is None:
            raise WorkerDied(self._obituary())
        return event

    def _obituary(self) -> str:
        try:
            code = self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            return "the Blender process closed its output"
        how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        if code == -signal.SIGBUS:
            how += ", probably because the disk is full"
        return f"the Blender process {how}; its last output is in {self._log_path}"

    def _read(self, fd: int) -> None:
        with os.fdopen(fd) as lines:
            for line in lines:
                try:
                    self._events.put(json.loads(line))
                except ValueError:
                    break
        self._events.put(None)


# PR_SET_PDEATHSIG fires when the *thread* that started the process ends, not the process. So one thread, which lives as
# long as this process, starts all workers.
_spawner: concurrent.futures.ThreadPoolExecutor | None = None
_spawner_lock = threading.Lock()


def _spawned(command: list[str], **options: Any) -> "subprocess.Popen[bytes]":
    global _spawner
    with _spawner_lock:
        if _spawner is None:
            _spawner = concurrent.futures.ThreadPoolExecutor(1, "spawner")
    start: Callable[[], subprocess.Popen[bytes]] = lambda: subprocess.Popen(command, **options)  # noqa: E731
    return _spawner.submit(start).result()


def _environment(scratch: str) -> dict[str, str]:
    # One BLAS thread: the arrays are small, and idle threads compete with Cycles for the cores.
    return dict(os.environ, OPENBLAS_NUM_THREADS="1", PYTHONDONTWRITEBYTECODE="1", TMPDIR=scratch)
