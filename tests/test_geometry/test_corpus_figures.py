"""Real problems, their figures written by hand: how much of the world the notation can say, and says rightly.

The problems themselves stay in the corpus folder beside the checkout; where it is absent the comparison with
the stated answers is skipped, and the figures are still solved and compared with the answers kept here.
"""

import json
import tomllib
from typing import Any

import pytest
import sympy

from geometry.answers.read_answer import read_answer, same_value
from geometry.notation.resolve import parse_figure
from geometry.report.check_figure import check_figure
from tests.support.paths import CORPORA, DATA

FOLDER = DATA / "corpus"
CORPUS = CORPORA / "dev_en.jsonl"
TABLES = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("dev_en_*.toml"))]
CASES: list[dict[str, Any]] = [row for table in TABLES for row in table["case"]]
INEXPRESSIBLE: list[dict[str, Any]] = [row for table in TABLES for row in table.get("inexpressible", [])]


def corpus() -> dict[str, dict[str, Any]]:
    if not CORPUS.exists():
        pytest.skip("the corpus of real problems is not beside this checkout")
    rows = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
    return {row["id"]: row for row in rows}


def number(expression: str) -> float:
    return float(sympy.N(sympy.sympify(expression), 20))


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_figure_measures_the_expected_answer(case: dict[str, Any]) -> None:
    report = check_figure(parse_figure(case["figure"]))
    assert report.ok, f"{report.status}: {report.reason}"
    matches = report.value == pytest.approx(number(case["answer"]), rel=1e-8, abs=case.get("rounding", 0) + 1e-9)
    # A disputed key is one the figure contradicts on purpose: the statement and its key do not agree.
    assert matches != ("disputed" in case)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_expected_answer_is_the_one_the_corpus_states(case: dict[str, Any]) -> None:
    stated = read_answer(corpus()[case["id"]]["answer"])
    if "form" in case:
        parts = case["parts"]
        assert number(str(sympy.sympify(case["form"]).subs(parts))) == pytest.approx(number(case["answer"]))
        assert number(str(sympy.sympify(case["stated"]).subs(parts))) == pytest.approx(stated.value)
    else:
        slack = case.get("rounding", 0)
        assert same_value(stated, number(case["answer"])) or abs(stated.value - number(case["answer"])) <= slack


def test_nine_tenths_of_the_real_problems_can_be_said() -> None:
    ids = set(corpus())
    expressed, listed = {case["id"] for case in CASES}, {row["id"] for row in INEXPRESSIBLE}
    assert expressed | listed == ids
    assert not expressed & listed
    assert len(expressed) >= 0.9 * len(ids)
    assert all(row["reason"] for row in INEXPRESSIBLE)
