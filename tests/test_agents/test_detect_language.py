"""Which language a statement is in, and that only Chinese is sent to be translated."""

import pytest

from agents.language.statements.detect_language import detect_language, language_refusal, needs_translation
from agents.records import Refusal
from agents.roles import translator


@pytest.mark.parametrize(
    "text",
    [
        "Find AB.",
        "$V = ?$",
        r"In the cube $ABCD-A_1B_1C_1D_1$, $\angle BAC_1 = \theta$. Find $\sin\theta$.",
        "A cone. Slant height 5 cm, radius 3 cm. Volume?",
        "Die faces of a fair die are glued; the sphere of radius π lies in the box.",
        "La Défense's arch is a cube with edges of 110 m. What is the volume of the cube?",
    ],
)
def test_english_is_english_with_whatever_formulas_and_foreign_names(text: str) -> None:
    assert detect_language(text) == "en"
    assert not needs_translation(text)
    assert translator.offline(text) == text


@pytest.mark.parametrize("text", ["求正方体的体积.", "In the cube $ABCD-EFGH$, 求 $AG$.", r"球 $O$ 的半径为 $2$"])
def test_one_chinese_character_makes_a_statement_chinese(text: str) -> None:
    assert needs_translation(text)
    refusal = translator.offline(text)
    assert isinstance(refusal, Refusal)
    assert "set a model for the role translator" in refusal.sentence


@pytest.mark.parametrize(
    "text",
    [
        "Calculer le volume de la pyramide $SABCD$ dont la hauteur est 5.",
        "Berechne das Volumen der Pyramide mit der Höhe 5.",
        "Calcula el volumen del cubo de arista 3.",
        "Найдите объём куба с ребром 3.",
        "立方体の体積を求めよ。",
        "정육면체의 부피를 구하시오.",
        "Βρείτε τον όγκο του κύβου.",
    ],
)
def test_other_languages_are_refused_in_words(text: str) -> None:
    assert detect_language(text) == "other"
    assert not needs_translation(text)
    refusal = language_refusal(text)
    assert refusal is not None
    assert refusal.reason == "not_understood"
    assert text[:20] in refusal.sentence
    assert translator.offline(text) == refusal
