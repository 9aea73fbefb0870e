"""A stated answer that is made from the quantity is compared through the key; the quantity itself is published."""

import json
from typing import Any

import pytest

from agents.gateway.model_settings import RoleSettings
from agents.records import Problem
from agents.roles.reader.given_figure import reading_of
from geometry.answers.read_answer import read_answer
from geometry.notation.resolve import parse_figure
from geometry.pose.fit import fit
from geometry.report.check_figure import check_figure
from geometry.report.key_value import KeyValue
from pipeline.run.resources import OfflineAsker
from pipeline.scene.presentation import Presentation
from pipeline.stages import answer, ask, solve
from pipeline.stages.answer_match import states_key
from pipeline.stages.context import Quarantine, Reread, StageContext
from pipeline.stages.records import Answered, Solved

FIGURE = "solid regular tetrahedron k = ABCD\ngiven AB = 6\nfind volume(k)\n"
KEY = "key m + n where volume(k) = m*sqrt(n)"
"""The volume is 18*sqrt(2)."""


class InProcess:
    """A kernel that calls."""

    def call(self, function: Any, *arguments: Any, near: str = "") -> Any:
        return function(*arguments)


def context() -> StageContext:
    offline = RoleSettings()
    return StageContext(
        problem="one",
        asker=OfflineAsker(),
        roles=dict.fromkeys(
            ("translator", "reader", "reader_check", "auditor", "solver", "code_writer", "stripper", "normalizer"),
            offline,
        ),
        tries=1,
        kernel=InProcess(),
        seed=0,
        readings=1,
        sandbox="auto",
        presentation=Presentation(),
        filming=None,
        provenance={},
    )


def problem(key: str, stated: str) -> Problem:
    return Problem(id="one", statement="A regular tetrahedron of edge 6.", answer=stated, figure=FIGURE + key)


def solved(row: Problem) -> Solved:
    reading = reading_of(row, parse_figure(row.figure))
    return solve.run(solve.Input(problem=row, statement=row.statement, reading=reading), context())


def answered(row: Problem) -> Answered:
    figure = parse_figure(row.figure)
    report = check_figure(figure)
    assert report.coordinates != "none"
    given = answer.Input(
        problem=row,
        statement=row.statement,
        reading=reading_of(row, figure),
        report=report,
        coordinates=report.coordinates,
        fitted=fit(figure, report.coordinates),
    )
    return answer.run(given, context())


@pytest.mark.parametrize(
    ("key", "stated", "letters"),
    [
        (KEY, "20", {"m": "18", "n": "2"}),
        ("key volume(k)^2", "648", {"x": "18*sqrt(2)"}),
        ("key floor(1000*volume(k))", "25455", {"x": "18*sqrt(2)"}),
        ("key k where volume(k) = k*sqrt(2)", "$K=18$", {"k": "18"}),
    ],
)
def test_the_published_answer_is_the_quantity_and_the_check_shows_the_letters(
    key: str, stated: str, letters: dict[str, str]
) -> None:
    row = problem(key, stated)
    assert solved(row).report.ok
    found = answered(row)
    assert found.exact == "18*sqrt(2)"
    assert found.unit == "m³"
    assert found.statement_value == pytest.approx(18 * 2**0.5)
    assert found.stated_value == read_answer(stated).value
    assert found.letters == letters
    (check,) = [each for each in found.checks if each.name == "the stated answer is the measured one"]
    assert check.status == "passed"
    assert "18*sqrt(2)" in check.sentence
    assert all(f"{name} = {value}" in check.sentence for name, value in letters.items())
    assert json.loads(found.model_dump_json())["letters"] == letters


@pytest.mark.parametrize(
    ("key", "stated"),
    [
        (KEY, "21"),
        (KEY, "20°"),
        (KEY, "25.455844122715712"),
        ("key m + n where volume(k) = m/n", "20"),
        ("key volume(k)^2", "649"),
    ],
)
def test_another_stated_answer_is_disputed_by_both_stages(key: str, stated: str) -> None:
    row = problem(key, stated)
    with pytest.raises(Reread) as reread:
        solved(row)
    assert reread.value.reason == "answer disputed"
    with pytest.raises(Quarantine) as end:
        answered(row)
    assert end.value.reason == "answer disputed"


def test_a_sum_of_letters_is_compared_to_the_last_digit() -> None:
    """One part in a million is right for a measured length and wrong for an integer."""
    exact = KeyValue(value=5_000_001.0, is_exact=True, letters={})
    assert states_key(read_answer("5000001"), exact)
    assert not states_key(read_answer("5000002"), exact)


def test_the_question_does_not_know_of_the_key() -> None:
    row = problem(KEY, "20")
    found = solved(row)
    asked = ask.run(ask.Input(figure=row.figure, coordinates=found.coordinates), context())
    assert "key" not in asked.figure + asked.text_figure + "".join(asked.left_out)
