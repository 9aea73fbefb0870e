"""One stage of one problem, from its checkpoint or run now: the same for every stage.

A stage that ran with the same input, prompt, model and settings before is not run again, be it done or refused.
Complaints to a model are not checkpoints; the exchanges that led to them are, so trying again costs nothing.
"""

import logging
import time
import traceback
from collections.abc import Callable
from types import ModuleType
from typing import Any

from pydantic import BaseModel, TypeAdapter

from agents.asking import Complaint
from agents.gateway_errors import BudgetSpent, GatewayError, ModelRefused, ProviderError, ReplyTruncated, ServerUnusable
from pipeline.run_records import Output, StageName, Verdict
from pipeline.stage_keys import content_key
from pipeline.stage_tools import Quarantine, Reread, Tools
from pipeline.store import Store
from pipeline.waiting import waited

LOG = logging.getLogger("solidscene")

Watch = Callable[[str, StageName, str, float], None]
"""Told problem, stage, what became of it (`done`, `kept`, `quarantined`) and the seconds."""


class Stopped(Exception):  # noqa: N818
    """The run is ending; this problem is left as it is."""


class Checkpoints:
    """Runs stages and remembers them."""

    def __init__(
        self,
        store: Store,
        watch: Watch = lambda problem, stage, what, seconds: None,
        is_ending: Callable[[], bool] = lambda: False,
    ) -> None:
        self._store = store
        self._watch = watch
        self._is_ending = is_ending

    def run(self, stage: ModuleType, given: BaseModel, tools: Tools) -> tuple[Output | Verdict, str]:
        """The stage's output or verdict, and its key. Complaints of checks pass through to the caller."""
        if self._is_ending():
            raise Stopped
        name: StageName = stage.NAME
        text = given.model_dump_json()
        try:
            key = content_key(name, stage.VERSION, text, stage.facts(given, tools))
        except Exception as error:  # noqa: BLE001 - as below; without its facts a stage has no key
            return _broken(tools.problem, name, error), ""
        row = self._store.find_stage(tools.problem, name, key)
        if row is not None and (kept := _restored(stage, row.status, row.output, tools)) is not None:
            self._watch(tools.problem, name, "kept", row.seconds)
            return kept, key
        started, waited_before = time.perf_counter(), waited()
        try:
            result: Output | Verdict = stage.run(given, tools)
        except Quarantine as end:
            result = _verdict(name, end)
        except (Complaint, BudgetSpent, ServerUnusable):
            raise
        except (ModelRefused, ReplyTruncated) as error:
            return _given_up(name, error), key
        except Exception as error:  # noqa: BLE001 - a failure becomes a row; the run goes on
            return _broken(tools.problem, name, error), key
        seconds = time.perf_counter() - started - (waited() - waited_before)
        what = "quarantined" if isinstance(result, Verdict) else "done"
        self._store.put_stage(
            {
                "problem": tools.problem,
                "stage": name,
                "key": key,
                "status": what,
                "given": text,
                "output": result.model_dump_json(),
                "seconds": seconds,
            }
        )
        self._watch(tools.problem, name, what, seconds)
        return result, key


def _verdict(stage: StageName, end: Quarantine) -> Verdict:
    return Verdict(
        status="quarantined",
        stage=stage,
        reason=end.reason,
        sentence=end.sentence,
        checks=end.checks,
        may_reread=isinstance(end, Reread),
    )


def _given_up(stage: StageName, error: GatewayError) -> Verdict:
    reason = "model refused" if isinstance(error, ModelRefused) else "reply too long"
    return Verdict(status="quarantined", stage=stage, reason=reason, sentence=str(error))


def _broken(problem: str, stage: StageName, error: Exception) -> Verdict:
    """Failures are no checkpoints: what failed is tried again by the next call."""
    if isinstance(error, GatewayError):
        reason = "server" if isinstance(error, ProviderError) else "recording"
        return Verdict(status="failed", stage=stage, reason=reason, sentence=str(error))
    LOG.error("%s failed at %s\n%s", problem, stage, traceback.format_exc())
    # An error that brings its remedy speaks for itself; of others the kind tells more than the words.
    sentence = str(error) if "Remedy:" in str(error) else f"{type(error).__name__}: {error}"
    return Verdict(status="failed", stage=stage, reason="error", sentence=sentence)


def _restored(stage: ModuleType, status: str, text: str, tools: Tools) -> Output | Verdict | None:
    if status == "quarantined":
        return Verdict.model_validate_json(text)
    output: Any = TypeAdapter(stage.OUTPUT).validate_json(text)
    # A film whose file is gone or changed has to be made again.
    is_whole: Callable[[Any, Tools], bool] | None = getattr(stage, "is_whole", None)
    return output if is_whole is None or is_whole(output, tools) else None
