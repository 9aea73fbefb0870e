"""The translator: a faithful translation passes, one that loses or changes something goes back."""

import json

import pytest

from agents.gateway.asker import Complaint
from agents.roles import translator
from tests.support.scripted_replies import Script

SOURCE = (
    r"如图, 在四棱锥 $P-ABCD$ 中, $PA\perp$ 平面 $ABCD$, $PA=2\sqrt{3}$, 底面是边长为 $4$ 的正方形, "
    r"$E$ 是 $PC$ 的中点, $BE$ 的长是高的一半. 求二面角 $E-BD-C$ 的余弦值."
)
ENGLISH = (
    r"As shown in the figure, in the quadrangular pyramid $P-ABCD$, $PA\perp$ plane $ABCD$, $PA=2\sqrt{3}$, the base "
    r"is a square with side $4$, $E$ is the midpoint of $PC$, and the length of $BE$ is half the height. Find the "
    r"cosine of the dihedral angle $E-BD-C$."
)


def translated(english: str) -> str:
    return json.dumps({"english": english})


def test_a_faithful_translation_passes_and_english_is_not_asked_about() -> None:
    asker = Script(translated(ENGLISH))
    assert translator.run(asker, SOURCE) == ENGLISH
    assert translator.run(asker, ENGLISH) == ENGLISH
    ((role, messages, schema),) = asker.asked
    assert (role, schema) == ("translator", translator.TranslationReply)
    assert SOURCE in messages[-1].content


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("side $4$", "given side", "numbers of the original are missing: 4"),
        ("side $4$", "side $5$", "not in the original: 5"),
        (r"2\sqrt{3}", r"2\sqrt{13}", "missing: 3.* not in the original: 13"),
        ("of $PC$", "of it", "labels P, C"),
        ("$BE$", "$BF$", "has no label F"),
        (r"\sqrt", "sqrt", r"LaTeX commands are missing: \\sqrt"),
        ("midpoint", "point", "中点 .midpoint. is not"),
        ("cosine", "sine", "余弦 .cos. is not"),
        ("half", "equal to", "一半 .half. is not"),
        ("Find", "求", "Chinese is left.*求"),
        (ENGLISH, "", "empty"),
    ],
)
def test_a_translation_that_loses_or_changes_something_goes_back(old: str, new: str, fault: str) -> None:
    with pytest.raises(Complaint, match=fault):
        translator.read(translated(ENGLISH.replace(old, new)), SOURCE)


def test_digits_may_become_words_and_chinese_numerals_digits() -> None:
    assert translator.read(translated("Their radius is 2 times that of the two spheres."), "它们的半径是2个球的两倍.")
    source = "圆锥的高为三十二, 半径为高的四分之三."
    faithful = r"The cone has a height of 32 and its radius is $\frac{3}{4}$ of the height."
    assert translator.read(translated(faithful), source) == faithful
    with pytest.raises(Complaint, match="not in the original: 33"):
        translator.read(translated(faithful.replace("32", "33")), source)
