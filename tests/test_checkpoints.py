"""A stage that breaks, wherever it does, is that problem's failure and not the run's end."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from pydantic import BaseModel

from pipeline.checkpoints import Checkpoints
from pipeline.render_pool import RenderFailed
from pipeline.run_records import Verdict
from pipeline.store import Store


class Given(BaseModel):
    """Nothing to work on."""


@pytest.mark.parametrize("where", ["facts", "run"])
@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (RenderFailed("the disk is full. Remedy: free space"), "the disk is full. Remedy: free space"),
        (KeyError("house"), "KeyError: 'house'"),
    ],
)
def test_an_error_of_a_stage_becomes_a_verdict(tmp_path: Path, where: str, error: Exception, sentence: str) -> None:
    def broken(given: Given, tools: object) -> dict[str, str]:
        raise error

    stage = SimpleNamespace(NAME="render", VERSION=1, facts=lambda given, tools: {}, run=lambda given, tools: given)
    setattr(stage, where, broken)
    with Store(tmp_path) as store:
        found, _ = Checkpoints(store).run(stage, Given(), SimpleNamespace(problem="p"))
        assert found == Verdict(status="failed", stage="render", reason="error", sentence=sentence)
        assert store.rows("SELECT count(*) FROM stage")[0][0] == 0  # the next call tries again
