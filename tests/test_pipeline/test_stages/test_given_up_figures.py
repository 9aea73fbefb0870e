"""Figures that the kernel gives up are set aside by every stage that asks it, and are no failures to be tried again."""

from typing import Any

import pytest

from agents.gateway.model_settings import RoleSettings
from agents.records import Problem
from agents.roles.reader.given_figure import reading_of
from geometry.notation.resolve import parse_figure
from pipeline.run.resources import OfflineAsker
from pipeline.scene.presentation import Presentation
from pipeline.stages import ask, fit, rewrite, solve
from pipeline.stages.context import Quarantine, StageContext
from workers.kernel_pool import KernelPool

FIGURE = "solid cube ABCD-EFGH\ngiven AB = 2\npoint M = midpoint(A,B)\nfind MG"
PROBLEM = Problem(id="one", statement="A cube of edge 2.", answer="3", figure=FIGURE)
READING = reading_of(PROBLEM, parse_figure(FIGURE))

STAGES: dict[str, tuple[Any, Any]] = {
    "solve": (solve, solve.Input(problem=PROBLEM, statement=PROBLEM.statement, reading=READING)),
    "fit": (fit, fit.Input(figure=FIGURE, asked=FIGURE, text=FIGURE, coordinates={"points": {}})),
    "ask": (ask, ask.Input(figure=FIGURE, coordinates={"points": {}})),
    "rewrite": (
        rewrite,
        rewrite.Input(reading=READING, asked=FIGURE, text=FIGURE, colours={}, scale=1.0, cue="none", angles="degrees"),
    ),
}


@pytest.mark.parametrize("name", STAGES)
def test_a_figure_that_takes_too_long_is_set_aside(name: str) -> None:
    stage, given = STAGES[name]
    # A worker needs longer than this to load its libraries.
    with KernelPool(1, seconds=0.01) as kernel, pytest.raises(Quarantine) as end:
        stage.run(given, _context(kernel))
    assert end.value.reason == "unsolved"
    assert "given up" in end.value.sentence


def _context(kernel: KernelPool) -> StageContext:
    offline = RoleSettings()
    return StageContext(
        problem="one",
        asker=OfflineAsker(),
        roles={"solver": offline, "stripper": offline},
        tries=1,
        kernel=kernel,
        seed=0,
        readings=2,
        sandbox="auto",
        presentation=Presentation(),
        filming=None,
        provenance={},
    )
