"""JSON as models write it: what is read, and how what cannot be read is told."""

import pytest

from agents.gateway.asker import Complaint
from agents.gateway.json_replies import Reply, read_json
from agents.roles import normalizer, solver, translator
from agents.roles.reader.reply import ReadingReply


class Formula(Reply):
    """A formula."""

    text: str
    """The formula in LaTeX."""


@pytest.mark.parametrize(
    "reply",
    [
        '{"text": "\\\\frac{1}{2}\\\\sqrt{3}\\\\times\\\\theta"}',
        '{"text": "\\frac{1}{2}\\sqrt{3}\\times\\theta"}',
        'Here it is:\n```json\n{"text": "\\frac{1}{2}\\sqrt{3}\\times\\theta"}\n```',
    ],
)
def test_latex_survives_json_whether_or_not_its_backslashes_were_doubled(reply: str) -> None:
    assert read_json(reply, Formula).text == r"\frac{1}{2}\sqrt{3}\times\theta"


def test_half_a_character_becomes_one_that_can_be_stored() -> None:
    assert read_json('{"text": "a\\ud800b"}', Formula).text.encode() == "a\N{REPLACEMENT CHARACTER}b".encode()
    assert read_json('{"text": "\\ud835\\udc00"}', Formula).text == "\N{MATHEMATICAL BOLD CAPITAL A}"


def test_line_breaks_of_a_figure_stay_line_breaks() -> None:
    assert (
        read_json('{"text": "solid cube k\\ngiven edge(k) = 2"}', Formula).text.splitlines()[1] == "given edge(k) = 2"
    )


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        ("I cannot do that.", "no JSON object"),
        ('{"text": "a", }', "not valid JSON: .* line 1, column"),
        ('{"text": 3}', "text: Input should be a valid string"),
        ('{"txt": "a"}', "text: Field required; txt: Extra inputs"),
        ('{"text": ' + "[" * 100_000 + "]" * 100_000 + "}", "nested far too deeply"),
    ],
)
def test_malformed_json_is_told_with_its_place(reply: str, fault: str) -> None:
    with pytest.raises(Complaint, match=fault):
        read_json(reply, Formula)


def test_the_schema_shows_a_sentence_for_every_field() -> None:
    for schema in (ReadingReply, solver.SolutionReply, normalizer.AnswerReply, translator.TranslationReply):
        shown = schema.model_json_schema()
        for part in [shown, *shown.get("$defs", {}).values()]:
            assert all("description" in field or "$ref" in field for field in part["properties"].values())
            assert set(part["required"]) == set(part["properties"])
