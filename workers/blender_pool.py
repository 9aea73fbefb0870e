"""A pool of warm Blender workers: started when first needed, replaced when they die or are worn out, killed with it.

Jobs queue for a free worker. A job whose worker crashed or hung gets one retry in a fresh worker; if that fails too,
the error reports both failures.
"""

import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, overload

from workers.blender_jobs import (
    BlenderJob,
    FilmAnswer,
    FilmJob,
    FrontRoomsAnswer,
    FrontRoomsJob,
    JobFailed,
    SleepAnswer,
    SleepJob,
)
from workers.blender_worker import BlenderWorker, Progress, WorkerDied
from workers.queue_time import in_queue

JOBS_PER_WORKER = 40
"""Blender leaks a little memory per scene; a worker that has done so many jobs is replaced by a fresh one."""
STALL_SECONDS = 1800.0
"""Timeout between two progress events; the longest step is one path-traced frame on a slow machine."""


class RenderFailed(RuntimeError):  # noqa: N818
    """The film could not be rendered; the message is a sentence with a remedy."""


class BlenderPool:
    """Up to `size` Blender processes. On a CPU use one: Cycles itself uses every core."""

    def __init__(self, log_folder: Path, size: int = 1, stall_seconds: float = STALL_SECONDS) -> None:
        self._log_folder = log_folder
        self._stall_seconds = stall_seconds
        self._slots: queue.Queue[BlenderWorker | None] = queue.Queue()
        self._alive: set[BlenderWorker] = set()
        self._lock = threading.Lock()
        self._closed = False
        for _ in range(size):
            self._slots.put(None)

    def __enter__(self) -> "BlenderPool":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @overload
    def run(self, job: FilmJob, progress: Progress = ...) -> FilmAnswer: ...

    @overload
    def run(self, job: FrontRoomsJob, progress: Progress = ...) -> FrontRoomsAnswer: ...

    @overload
    def run(self, job: SleepJob, progress: Progress = ...) -> SleepAnswer: ...

    def run(self, job: BlenderJob, progress: Progress = lambda what, share: None) -> Any:
        """Run a job on the next free worker, with one retry if the worker dies."""
        deaths: list[str] = []
        for _ in range(2):
            try:
                with self._worker() as worker:
                    return worker.run(job, progress, self._stall_seconds)
            except WorkerDied as death:
                deaths.append(str(death))
        raise RenderFailed(
            f"Blender failed twice: {deaths[0]}; then {deaths[1]}. "
            f"Remedy: see the logs in {self._log_folder}, free memory and disk space, or use a smaller profile"
        )

    def close(self) -> None:
        """Kill all workers now, busy ones too."""
        with self._lock:
            self._closed = True
            alive, self._alive = self._alive, set()
        for worker in alive:
            worker.close()

    @contextmanager
    def _worker(self) -> Iterator[BlenderWorker]:
        with in_queue():
            worker = self._slots.get()
        try:
            if worker is None:
                worker = self._start()
            yield worker
        except BaseException as error:
            # After JobFailed the worker is healthy; after any other error it may still be in the middle of a job.
            if worker is not None and not _is_refusal(error):
                self._retire(worker)
                worker = None
            raise
        finally:
            if worker is not None and worker.jobs_done >= JOBS_PER_WORKER:
                self._retire(worker)
                worker = None
            self._slots.put(worker)

    def _start(self) -> BlenderWorker:
        number = threading.get_ident() % 10000
        worker = BlenderWorker(self._log_folder / f"blender-{number}.log")
        with self._lock:
            if self._closed:
                worker.close()
                raise RenderFailed("the render pool is closed")
            self._alive.add(worker)
        return worker

    def _retire(self, worker: BlenderWorker) -> None:
        worker.close()
        with self._lock:
            self._alive.discard(worker)


def _is_refusal(error: BaseException) -> bool:
    return isinstance(error, JobFailed)
