"""Converting a corpus: every problem through the workflow, many at once, resumable at any instant.

Threads carry problems; models are asked, figures solved and films made elsewhere, so a thread mostly waits. Whatever
was finished before with the same row, code and settings is not touched again.
"""

import logging
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from agents.asking import Asker
from agents.gateway_errors import BudgetSpent, ServerUnusable
from agents.records import Problem
from pipeline.checkpoints import Checkpoints, Stopped
from pipeline.run_options import final_key
from pipeline.run_outcome import Outcome, StopReason
from pipeline.run_records import Sample, StageName, Verdict
from pipeline.scene_files import write_scene_files
from pipeline.stage_tools import Tools
from pipeline.stages.publish import sample_of
from pipeline.store import Store, StoreError

LOG = logging.getLogger("solidscene")
GIVE_UP_AFTER = 3
"""Problems in a row that no server would answer; then the run stops, for the next ones would fare no better."""
IN_LINE = 8
"""Problems that may stand in line for a film or the kernel without keeping others from their models."""
LAST_WORDS_SECONDS = 15.0
"""How long a stopped run waits for replies that are paid already."""


@dataclass
class RunTools:
    """What a run shares between its problems."""

    store: Store
    tools_for: Callable[[str], Tools]
    """Tools of one problem by its id."""
    fingerprint: str
    """Hash of everything besides the problem that decides its ending."""
    provenance: dict[str, Any]
    stop_filming: Callable[[], None] = lambda: None
    jobs: int = 4


def _join(carriers: Sequence[threading.Thread], seconds: float) -> None:
    """Wait until all are done, or for so many seconds in all."""
    until = time.monotonic() + seconds
    for carrier in carriers:
        carrier.join(max(0.0, until - time.monotonic()))


class Run:
    """One call of convert."""

    def __init__(self, shared: RunTools, watch: Callable[[str, StageName, str, float], None]) -> None:
        self._shared = shared
        self._stop = threading.Event()
        self._outcome = Outcome()
        self._lock = threading.Lock()
        self._unanswered = 0
        from pipeline.workflow import Workflow  # a second of imports that a finished run does not need

        self._workflow = Workflow(Checkpoints(shared.store, watch, self._stop.is_set))
        self._watch = watch

    def convert(self, problems: Iterable[Problem]) -> Outcome:
        """Bring all problems to their end, or stop cleanly; the outcome says which."""
        started = time.monotonic()
        line = iter(problems)
        count = self._shared.jobs + IN_LINE
        # Daemons: a thread that waits for a slow server must not keep a stopped run alive.
        carriers = [threading.Thread(target=self._carry, args=(line,), daemon=True) for _ in range(count)]
        for carrier in carriers:
            carrier.start()
        try:
            while any(carrier.is_alive() for carrier in carriers) and not self._stop.is_set():
                # A time-out, so that the main thread hears Ctrl-C.
                _join(carriers, 0.2)
        except KeyboardInterrupt:
            self._end("interrupted", "stopped by the user")
        if self._outcome.stopped:
            self._shared.stop_filming()
            _join(carriers, LAST_WORDS_SECONDS)
        self._outcome.seconds = time.monotonic() - started
        return self._outcome

    def _carry(self, line: Iterator[Problem]) -> None:
        """Take the next problem until there is none."""
        while not self._stop.is_set():
            with self._lock:
                problem = next(line, None)
            if problem is None:
                return
            try:
                self._one(problem)
            except StoreError as error:
                self._end("error", str(error))
            except Exception as error:  # noqa: BLE001 - nothing can be kept any more, so the run ends
                LOG.error("%s", traceback.format_exc())
                self._end("error", f"{problem.id}: {error}. Remedy: free disk space, or see the run's log")

    def _one(self, problem: Problem) -> None:
        started = time.monotonic()
        try:
            sample = self._sample(problem)
        except Stopped:
            return None
        except BudgetSpent as spent:
            return self._end("budget", str(spent))
        except ServerUnusable as error:
            return self._end("server", str(error))
        if self._stop.is_set() and sample.status == "failed":
            return None  # the end of the run took its tools away
        return self._keep(problem, sample, time.monotonic() - started)

    def _sample(self, problem: Problem) -> Sample:
        state = self._workflow.run(problem, self._shared.tools_for(problem.id))
        self._count_unanswered(state["verdict"])
        provenance = {**self._shared.provenance, "checkpoints": state["keys"]}
        sample = sample_of(problem, state["outputs"], state["verdict"], provenance)
        if sample.status == "published":
            write_scene_files(self._shared.store.folder, problem.id, state["outputs"])
        return sample

    def _keep(self, problem: Problem, sample: Sample, seconds: float) -> None:
        ending = {
            "status": sample.status,
            "reason": sample.reason,
            "stage": sample.stage,
            "final_key": final_key(problem.model_dump_json(), self._shared.fingerprint),
            "sample": sample.model_dump_json(),
            "video": sample.video,
            "seconds": seconds,
        }
        self._shared.store.finish(problem.id, ending)
        with self._lock:
            self._outcome.finished[sample.status] = self._outcome.finished.get(sample.status, 0) + 1
        if sample.status != "published":
            LOG.info("%s %s at %s: %s: %s", problem.id, sample.status, sample.stage, sample.reason, sample.sentence)
        self._watch(problem.id, "publish", sample.status, seconds)

    def _count_unanswered(self, verdict: Verdict | None) -> None:
        if verdict is None or verdict.reason != "server":
            self._unanswered = 0
            return
        self._unanswered += 1
        if self._unanswered >= GIVE_UP_AFTER:
            self._end("server", verdict.sentence)

    def _end(self, why: StopReason, sentence: str) -> None:
        with self._lock:
            if not self._outcome.stopped:
                self._outcome.stopped, self._outcome.sentence = why, sentence
        self._stop.set()


class NoAsker:
    """Stands where no model is asked."""

    def ask(self, *_: Any, **__: Any) -> str:
        raise RuntimeError("an offline run asked a model")


OFFLINE_ASKER: Asker = NoAsker()
