"""Runs problems through the workflow: many at once, in threads that share a queue, until done or stopped cleanly.

Models, kernel and Blender run in other processes, so a thread mostly waits.
"""

import logging
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from agents.gateway.errors import BudgetSpent, ServerUnusable
from agents.records import Problem
from pipeline.run.checkpoints import Checkpoints, Stopped, Watch
from pipeline.run.options import final_key
from pipeline.run.outcome import RunOutcome, StopReason
from pipeline.run.scene_files import write_scene_files
from pipeline.run.workflow import Workflow
from pipeline.stages.context import StageContext
from pipeline.stages.records import Sample
from pipeline.store.sqlite_store import Store, StoreError

LOG = logging.getLogger("solidscene")
UNANSWERED_LIMIT = 3
"""After this many consecutive problems without a reply from the server the run stops: the next would fail too."""
QUEUED_PROBLEMS = 8
"""Extra threads, so that problems queued for Blender or the kernel do not block others from asking models."""
SHUTDOWN_SECONDS = 15.0
"""How long a stopped run waits for replies that are already paid for."""


@dataclass
class RunResources:
    """What a run shares between its problems."""

    store: Store
    context_for: Callable[[str], StageContext]
    """The context of one problem's stages, by its id."""
    fingerprint: str
    """Hash of the settings."""
    code: str
    """Hash over the code of all stages."""
    stop_filming: Callable[[], None] = lambda: None
    jobs: int = 4
    keep_made: bool = False


def _join(carriers: Sequence[threading.Thread], seconds: float) -> None:
    """Wait until all threads are done, at most `seconds` in total."""
    until = time.monotonic() + seconds
    for carrier in carriers:
        carrier.join(max(0.0, until - time.monotonic()))


class Runner:
    """One call of convert."""

    def __init__(self, shared: RunResources, watch: Watch) -> None:
        self._shared = shared
        self._stop = threading.Event()
        self._outcome = RunOutcome()
        self._lock = threading.Lock()
        self._unanswered = 0
        self._workflow = Workflow(Checkpoints(shared.store, watch, self._stop.is_set, shared.keep_made))
        self._watch = watch

    def run(self, problems: Iterable[Problem]) -> RunOutcome:
        """Convert all problems, or stop cleanly; the outcome says which."""
        started = time.monotonic()
        queue = iter(problems)
        count = self._shared.jobs + QUEUED_PROBLEMS
        # Daemon threads: one that waits for a slow server must not keep a stopped run alive.
        carriers = [threading.Thread(target=self._carry, args=(queue,), daemon=True) for _ in range(count)]
        for carrier in carriers:
            carrier.start()
        try:
            while any(carrier.is_alive() for carrier in carriers) and not self._stop.is_set():
                # With a timeout, so that the main thread receives Ctrl-C.
                _join(carriers, 0.2)
        except KeyboardInterrupt:
            self._end("interrupted", "stopped by the user")
        if self._outcome.stopped:
            self._shared.stop_filming()
            _join(carriers, SHUTDOWN_SECONDS)
        self._outcome.seconds = time.monotonic() - started
        return self._outcome

    def _carry(self, queue: Iterator[Problem]) -> None:
        """Take problems from the queue until it is empty."""
        while not self._stop.is_set():
            with self._lock:
                problem = next(queue, None)
            if problem is None:
                return
            try:
                self._convert(problem)
            except Stopped:
                return
            except BudgetSpent as spent:
                self._end("budget", str(spent))
            except ServerUnusable as error:
                self._end("server", str(error))
            except StoreError as error:
                self._end("error", str(error))
            except Exception as error:  # noqa: BLE001 - results cannot be stored any more, so the run ends
                LOG.error("%s", traceback.format_exc())
                self._end("error", f"{problem.id}: {error}. Remedy: free disk space, or see the run's log")

    def _convert(self, problem: Problem) -> None:
        """Run one problem and store its ending."""
        started = time.monotonic()
        sample, outputs = self._workflow.run(problem, self._shared.context_for(problem.id))
        self._count_unanswered(sample)
        if self._stop.is_set() and sample.status == "failed":
            return  # failed only because the stopped run closed its resources
        if sample.status == "published":
            write_scene_files(self._shared.store.folder, problem.id, outputs)
        self._finish(problem, sample, time.monotonic() - started)

    def _finish(self, problem: Problem, sample: Sample, seconds: float) -> None:
        ending = {
            "status": sample.status,
            "reason": sample.reason,
            "stage": sample.stage,
            "final_key": final_key(problem.model_dump_json(), self._shared.fingerprint),
            "code": self._shared.code,
            "sample": sample.model_dump_json(),
            "video": sample.video,
            "seconds": seconds,
        }
        self._shared.store.finish(problem.id, ending)
        with self._lock:
            self._outcome.finished[sample.status] = self._outcome.finished.get(sample.status, 0) + 1
        if sample.status != "published":
            LOG.info("%s %s at %s: %s: %s", problem.id, sample.status, sample.stage, sample.reason, sample.sentence)
        self._watch(problem.id, "", sample.status, seconds)

    def _count_unanswered(self, sample: Sample) -> None:
        if sample.reason != "server":
            self._unanswered = 0
            return
        self._unanswered += 1
        if self._unanswered >= UNANSWERED_LIMIT:
            self._end("server", sample.sentence)

    def _end(self, why: StopReason, sentence: str) -> None:
        with self._lock:
            if not self._outcome.stopped:
                self._outcome.stopped, self._outcome.sentence = why, sentence
        self._stop.set()
