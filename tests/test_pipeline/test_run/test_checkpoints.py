"""A stage that breaks, wherever it does, is that problem's failure and not the run's end."""

from pathlib import Path
from typing import Any, cast

import pytest
from pydantic import BaseModel

from pipeline.run.checkpoints import Checkpoints
from pipeline.stages import render
from pipeline.stages.catalogue import stage_named
from pipeline.stages.context import ProblemState
from pipeline.stages.records import Verdict
from pipeline.store.sqlite_store import Store
from workers.blender_pool import RenderFailed


class Nothing(BaseModel):
    """Nothing to work on."""


class OneProblem:
    """As much of a state as a checkpoint needs."""

    class context:  # noqa: N801
        problem = "p"


@pytest.mark.parametrize("where", ["input_of", "key_inputs", "run"])
@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (RenderFailed("the disk is full. Remedy: free space"), "the disk is full. Remedy: free space"),
        (KeyError("house"), "KeyError: 'house'"),
    ],
)
def test_an_error_of_a_stage_becomes_a_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, error: Exception, sentence: str
) -> None:
    def broken(*_: Any) -> Any:
        raise error

    monkeypatch.setattr(render, "input_of", lambda state: Nothing())
    monkeypatch.setattr(render, "key_inputs", lambda given, context: {})
    monkeypatch.setattr(render, "run", lambda given, context: given)
    monkeypatch.setattr(render, where, broken)
    with Store(tmp_path) as store:
        found, _ = Checkpoints(store).run(stage_named("render"), cast(ProblemState, OneProblem()))
        assert isinstance(found, Verdict)
        assert (found.status, found.stage, found.reason, found.sentence) == ("failed", "render", "error", sentence)
        assert store.rows("SELECT count(*) FROM stage")[0][0] == 0  # the next call tries again
