"""Runs one stage of one problem, or restores it from its checkpoint; the same for every stage.

The checkpoint key is a hash of input, prompt, model, settings and code. A stage with a checkpoint under the same key,
done or quarantined, is not run again. Complaints to a model are not checkpointed; the exchanges that led to them are
stored, so running the stage again costs nothing.
"""

import logging
import time
import traceback
from collections.abc import Callable
from typing import Any

from pydantic import BaseModel, ValidationError

from agents.gateway.asker import Complaint
from agents.gateway.errors import BudgetSpent, GatewayError, ModelRefused, ProviderError, ReplyTruncated, ServerUnusable
from geometry.record import Evidence
from pipeline.run.code_hash import stage_code_hash
from pipeline.run.keys import content_key
from pipeline.run.legacy_keys import legacy_key
from pipeline.stages.catalogue import Stage
from pipeline.stages.context import Outvoted, ProblemState, Quarantine, Reread, StageContext
from pipeline.stages.records import Verdict
from pipeline.store.sqlite_store import Store
from pipeline.store.tables import StageRow
from workers.queue_time import queue_seconds

LOG = logging.getLogger("solidscene")

Watch = Callable[[str, str, str, float], None]
"""Called with problem, stage, outcome (`done`, `kept`, `quarantined`) and seconds."""


class Stopped(Exception):  # noqa: N818
    """The run is being stopped; this problem stays unfinished."""


class Checkpoints:
    """Runs stages and stores their checkpoints."""

    def __init__(
        self,
        store: Store,
        watch: Watch = lambda problem, stage, what, seconds: None,
        is_ending: Callable[[], bool] = lambda: False,
        keep_made: bool = False,
    ) -> None:
        self._store = store
        self._watch = watch
        self._is_ending = is_ending
        self._keep_made = keep_made
        """Whether a checkpoint written by other code is used."""

    def run(self, stage: Stage, state: ProblemState) -> tuple[Evidence | Verdict, str]:
        """The stage's output or verdict, and its checkpoint key. Complaint is raised to the caller."""
        if self._is_ending():
            raise Stopped
        context = state.context
        try:
            given: BaseModel = stage.module.input_of(state)
            text = given.model_dump_json()
            facts: dict[str, Any] = stage.module.key_inputs(given, context)
            base_key = content_key(stage.name, text, facts)
        except Exception as error:  # noqa: BLE001 - as below; without its inputs a stage has no key
            return _broken(context.problem, stage.name, error), ""
        code = stage_code_hash(stage.name)
        key = content_key(base_key, code)
        row = self._found(context.problem, stage.name, key, (base_key, legacy_key(stage.name, text, facts)))
        if row is not None and (kept := _restored(stage, row, context)) is not None:
            self._watch(context.problem, stage.name, "kept", row.seconds)
            return kept, row.key
        started, queued = time.perf_counter(), queue_seconds()
        result = _run(stage, given, context)
        if isinstance(result, Verdict) and not result.is_checkpoint:
            return result, key
        seconds = time.perf_counter() - started - (queue_seconds() - queued)
        what = "quarantined" if isinstance(result, Verdict) else "done"
        self._store.put_stage(
            {
                "problem": context.problem,
                "stage": stage.name,
                "key": key,
                "base_key": base_key,
                "code": code,
                "status": what,
                "input": text,
                "output": result.model_dump_json(),
                "seconds": seconds,
            }
        )
        self._watch(context.problem, stage.name, what, seconds)
        return result, key

    def _found(self, problem: str, stage: str, key: str, base_keys: tuple[str, ...]) -> StageRow | None:
        row = self._store.find_stage(problem, stage, key)
        if row is None and self._keep_made:
            return self._store.find_made(problem, stage, base_keys)
        return row


def _run(stage: Stage, given: BaseModel, context: StageContext) -> Evidence | Verdict:
    try:
        result: Evidence = stage.module.run(given, context)
    except Quarantine as end:
        return _verdict(stage.name, end)
    except (Complaint, BudgetSpent, ServerUnusable):
        raise
    except (ModelRefused, ReplyTruncated) as error:
        return _given_up(stage.name, error)
    except Exception as error:  # noqa: BLE001 - a failure becomes a row; the run goes on
        return _broken(context.problem, stage.name, error)
    return result


def _verdict(stage: str, end: Quarantine) -> Verdict:
    return Verdict(
        status="quarantined",
        stage=stage,
        reason=end.reason,
        sentence=end.sentence,
        checks=end.checks,
        figures=end.figures,
        may_reread=isinstance(end, Reread),
        is_outvoted=isinstance(end, Outvoted),
    )


def _given_up(stage: str, error: GatewayError) -> Verdict:
    reason = "model refused" if isinstance(error, ModelRefused) else "reply too long"
    return Verdict(status="quarantined", stage=stage, reason=reason, sentence=str(error), is_checkpoint=False)


def _broken(problem: str, stage: str, error: Exception) -> Verdict:
    """Failures are not checkpointed: the next call of convert retries them."""
    if isinstance(error, GatewayError):
        reason = "server" if isinstance(error, ProviderError) else "recording"
        return Verdict(status="failed", stage=stage, reason=reason, sentence=str(error), is_checkpoint=False)
    LOG.error("%s failed at %s\n%s", problem, stage, traceback.format_exc())
    # An error with a remedy is clear by itself; for others the type says more than the message.
    sentence = str(error) if "Remedy:" in str(error) else f"{type(error).__name__}: {error}"
    return Verdict(status="failed", stage=stage, reason="error", sentence=sentence, is_checkpoint=False)


def _restored(stage: Stage, row: StageRow, context: StageContext) -> Evidence | Verdict | None:
    if row.status == "quarantined":
        return Verdict.model_validate_json(row.output)
    try:
        output: Evidence = stage.output_type.model_validate_json(row.output)
    except ValidationError:
        # Written by another version of the program, with other fields.
        return None
    # A film whose file is missing or changed has to be rendered again.
    files_intact: Callable[[Any, StageContext], bool] | None = getattr(stage.module, "files_intact", None)
    return output if files_intact is None or files_intact(output, context) else None
