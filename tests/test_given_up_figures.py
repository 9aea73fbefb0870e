"""Figures that the kernel gives up are set aside by every stage that asks it, and are no failures to be tried again."""

from typing import Any

import pytest

from agents.figure_reading import reading_of
from agents.model_settings import RoleSettings
from agents.records import Problem
from geometry.resolve import parse_figure
from pipeline.convert import OFFLINE_ASKER
from pipeline.kernel_pool import KernelPool
from pipeline.stage_tools import Quarantine, Tools
from pipeline.stages import fit, rewrite, solve

FIGURE = "solid cube ABCD-EFGH\ngiven AB = 2\npoint M = midpoint(A,B)\nfind MG"
PROBLEM = Problem(id="one", statement="A cube of edge 2.", answer="3", figure=FIGURE)
READING = reading_of(PROBLEM, parse_figure(FIGURE))

STAGES: dict[str, tuple[Any, Any]] = {
    "solve": (solve, solve.Given(problem=PROBLEM, statement=PROBLEM.statement, reading=READING)),
    "fit": (fit, fit.Given(figure=FIGURE, coordinates={"points": {}})),
    "rewrite": (rewrite, rewrite.Given(reading=READING, colours={}, scale=1.0, cue="none")),
}


@pytest.mark.parametrize("name", STAGES)
def test_a_figure_that_takes_too_long_is_set_aside(name: str) -> None:
    stage, given = STAGES[name]
    # A worker needs longer than this to load its libraries.
    with KernelPool(1, seconds=0.01) as kernel, pytest.raises(Quarantine) as end:
        stage.run(given, _tools(kernel))
    assert end.value.reason == "unsolved"
    assert "given up" in end.value.sentence


def _tools(kernel: KernelPool) -> Tools:
    offline = RoleSettings()
    return Tools(
        problem="one",
        asker=OFFLINE_ASKER,
        roles={"solver": offline, "stripper": offline},
        tries=1,
        kernel=kernel,
        seed=0,
        sandbox="auto",
        filming=None,
    )
