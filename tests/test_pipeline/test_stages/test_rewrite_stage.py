"""The question of a sample: what is told of the room is no leak, what is told of the object is."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from pydantic import BaseModel

from agents.gateway.asker import Complaint, Message, Role, Turn
from agents.gateway.model_settings import RoleSettings
from agents.records import Problem
from agents.roles import stripper
from agents.roles.reader.given_figure import reading_of
from geometry.notation.resolve import parse_figure
from pipeline.scene.presentation import Presentation
from pipeline.stages import rewrite
from pipeline.stages.context import Quarantine, StageContext
from workers.blender_jobs import ScaleCue

FIGURE = "solid cube ABCD-EFGH\ngiven AB = 1\npoint M = midpoint(A,B)\nfind MG"
COLOURS = dict(zip("ABCDEFGH", ("red", "blue", "green", "cyan", "pink", "orange", "yellow", "purple"), strict=True))


def given(cue: ScaleCue = "rule") -> rewrite.Input:
    problem = Problem(id="one", statement="A cube of edge 1.", answer="3/2", figure=FIGURE)
    reading = reading_of(problem, parse_figure(FIGURE))
    return rewrite.Input(
        reading=reading, asked=FIGURE, text=FIGURE, colours=COLOURS, scale=1.0, cue=cue, angles="degrees"
    )


@pytest.mark.parametrize("cue", rewrite.CUES)
def test_the_scale_of_the_room_may_be_told_even_where_it_equals_an_edge(cue: ScaleCue) -> None:
    question = rewrite.offline_question(given(cue), parse_figure(FIGURE))
    assert all(check.status == "passed" for check in question.checks)
    assert rewrite.CUES[cue] in question.rewritten.spatial


def test_a_question_that_tells_the_edge_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    leaky = "$AB$ is ⟦length: 1⟧. $M$ is the midpoint of $AB$. What is the length of $MG$?"
    monkeypatch.setattr(stripper, "strip_offline", lambda figure: leaky)
    with pytest.raises(Quarantine) as end:
        rewrite.offline_question(given(), parse_figure(FIGURE))
    assert end.value.reason == "leak"


def test_a_model_is_not_blamed_for_a_leak_in_the_figures_own_words() -> None:
    own = rewrite.offline_question(given(), parse_figure(FIGURE))
    assert isinstance(rewrite._refusal(own, "It leaks.", "a reply"), Quarantine)
    assert isinstance(rewrite._refusal(own.model_copy(update={"by": "a model"}), "It leaks.", "a reply"), Complaint)


class LeakyModel:
    """A model that always tells the edge."""

    def ask(self, role: Role, messages: Sequence[Message], schema: type[BaseModel] | None = None) -> str:
        return json.dumps({"question": "$AB$ is ⟦length: 1⟧ long. What is the length of $MG$?"})


class SameProcess:
    """A kernel without workers."""

    def call(self, function: Callable[..., Any], *arguments: Any, near: str = "") -> Any:
        return function(*arguments)


def a_context(tries: int) -> StageContext:
    return StageContext(
        problem="one",
        asker=LeakyModel(),
        roles={"stripper": RoleSettings(model="leaky")},
        tries=tries,
        kernel=SameProcess(),
        seed=0,
        readings=2,
        sandbox="auto",
        presentation=Presentation(),
        filming=None,
        provenance={},
    )


def test_a_model_that_always_leaks_costs_its_tries_but_not_the_problem() -> None:
    with pytest.raises(Complaint) as complaint:
        rewrite.run(given(), a_context(tries=2))
    turns = (Turn(reply=complaint.value.reply, complaint=str(complaint.value)),)
    question = rewrite.run(given().model_copy(update={"turns": turns}), a_context(tries=2))
    assert question.by == rewrite.OWN_WORDS
    assert all(check.status == "passed" for check in question.checks)
