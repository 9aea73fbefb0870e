"""The stripper: pure messages and reading, a scripted model, and complaints that name the leak."""

import json
from collections.abc import Sequence
from typing import Literal

import pytest
from pydantic import BaseModel

from agents.gateway.asker import Complaint, Message, Role, Turn
from agents.gateway.prompt_files import load_prompt
from agents.language.statements.label_text import find_labels
from agents.language.wording.quantities import find_quantities
from agents.records import Passage, Reading, StatedCondition
from agents.roles.stripper import Marks, findings, messages, read, run, strip_offline
from geometry.notation.resolve import parse_figure

TEXT = """solid pyramid T-KLMN
point G on segment(T,L) with TG = 3
given square(K,L,M,N), KL = 6, TK ⟂ KLMN, TK = 8
find distance(G, plane(K,M,N))
"""
FIGURE = parse_figure(TEXT)
MARKS = Marks(colours=dict(zip("TKLMN", ["red", "green", "blue", "pink", "teal"], strict=True)), scale=0.21)
GOOD = "The point $G$ lies on $TL$ with $TG = ⟦length: 3⟧$. What is the distance from $G$ to plane $KMN$?"


def passage(text: str, role: Literal["primary", "auxiliary"] = "auxiliary") -> StatedCondition:
    return StatedCondition(text=text, start=0, end=len(text), role=role, lines=())


READING = Reading(
    category="quadrangular pyramid",
    diagram=(),
    conditions=(passage("its base is a square with side 6", "primary"), passage("G lies on TL with TG = 3")),
    question=Passage(text="find the distance from G to KMN", start=0, end=31),
    problem_type="length",
    figure=TEXT,
)


class Scripted:
    """Replies in order; what was asked is kept."""

    def __init__(self, *replies: str) -> None:
        self.replies = list(replies)
        self.asked: list[tuple[Role, Sequence[Message], type[BaseModel] | None]] = []

    def ask(self, role: Role, messages: Sequence[Message], schema: type[BaseModel] | None = None) -> str:
        self.asked.append((role, messages, schema))
        return self.replies.pop(0)


def reply(question: str) -> str:
    return json.dumps({"question": question})


def test_the_model_is_told_line_by_line_what_to_drop_and_what_to_keep() -> None:
    system, user = messages(READING, FIGURE, FIGURE)
    assert system.content == load_prompt("strip").system
    drop, keep = user.content.split("Keep (in the figure notation):")
    for line in ("given square(K, L, M, N)", "given KL = 6", "given TK = 8", "solid pyramid T-KLMN"):
        assert line in drop.split("Drop (in the figure notation):")[1]
        assert line not in keep
    for line in ("point G on segment(T, L)", "given TG = 3", "find distance(G, plane(K, M, N))"):
        assert line in keep
    assert "its base is a square with side 6" in user.content


def test_a_clean_reply_comes_back_in_letters_with_its_marks() -> None:
    asker = Scripted(reply(GOOD))
    assert run(asker, READING, FIGURE, MARKS, whole=FIGURE) == GOOD
    assert asker.asked[0][0] == "stripper"


def test_a_leak_goes_back_as_a_sentence_in_letters_and_the_next_turn_is_told() -> None:
    asker = Scripted(reply("$TK \\perp KL$. " + GOOD), reply(GOOD))
    with pytest.raises(Complaint) as caught:
        run(asker, READING, FIGURE, MARKS, whole=FIGURE)
    assert "$TK \\perp KL$" in caught.value.sentence
    assert "P_{" not in caught.value.sentence
    turn = Turn(reply=caught.value.reply, complaint=caught.value.sentence)
    assert run(asker, READING, FIGURE, MARKS, (turn,), whole=FIGURE) == GOOD
    assert asker.asked[1][1][-1].content.startswith(caught.value.sentence)


@pytest.mark.parametrize("question", ["", "x" * 5000, "⟦length: 3", "⟦length: three and a bit⟧ for $G$", "⟦mass: 3⟧"])
def test_a_reply_that_cannot_be_used_is_a_complaint(question: str) -> None:
    with pytest.raises(Complaint) as caught:
        read(reply(question))
    assert caught.value.reply == reply(question)


def test_an_unmarked_length_is_named_with_the_mark_to_write() -> None:
    (said,) = findings(GOOD.replace("⟦length: 3⟧", "3"), FIGURE, MARKS)
    assert "⟦length: 3⟧" in said


def test_the_offline_twin_passes_the_same_audit() -> None:
    text = strip_offline(FIGURE)
    assert findings(text, FIGURE, MARKS) == ()
    assert [quantity.value for quantity in find_quantities(text)] == [3.0]
    assert strip_offline(FIGURE) == text


def test_the_example_of_the_prompt_obeys_the_prompt() -> None:
    system = load_prompt("strip").system
    example = json.loads(system[system.rindex('{"question"') : system.rindex("}") + 1])["question"]
    figure = parse_figure(
        "solid pyramid T-KLMN\nsolid sphere s = O\npoint G on segment(T,L) with TG = 3\n"
        "given square(K,L,M,N), KL = 6, TK ⟂ KLMN, TK = 8\n"
        "given tangent(s, plane(K,L,M)), on(K, surface(s)), radius(s) = 3/2\nfind distance(G, plane(K,M,N))"
    )
    assert {label for span in find_labels(example, set("TKLMNG")) for label in span.labels} == set("TLGKMN")
    assert [q.value for q in find_quantities(example)] == [3.0, 1.5]
    assert not [said for said in findings(example, figure, MARKS) if "O" not in said]
