"""The last touch on a question changes how it reads and nothing of what it says."""

import pytest

from agents.language.wording.polish import polished, with_distinct_letters


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "What is the distance from $P_{red}$ to plane $P_{green}FP_{dark blue}$?",
            "What is the distance from $P_{red}$ to the plane through $P_{green}$, $F$ and $P_{dark blue}$?",
        ),
        ("Plane $P_{red}P_{green}A_1'$ cuts it.", "The plane through $P_{red}$, $P_{green}$ and $A_1'$ cuts it."),
        ("the plane $P_{red}P_{green}P_{cyan}P_{blue}$", "the plane through $P_{red}$, $P_{green}$ and $P_{cyan}$"),
        (
            "between the planes $P_{red}P_{green}F$ and $P_{blue}GH$",
            "between the plane through $P_{red}$, $P_{green}$ and $F$ and the plane through $P_{blue}$, $G$ and $H$",
        ),
        ("The angle between line $AB$ and plane $ABC$.", "The angle between the line $AB$ and the plane $ABC$."),
        ("$M$ is the midpoint of segment $AB$.", "$M$ is the midpoint of the segment $AB$."),
        ("Lines $AB$ and $CD$ meet.", "The lines $AB$ and $CD$ meet."),
        ("Its height equals $2$ times the radius.", "Its height is twice the radius."),
        ("Its height equals $\\frac{1}{2}$ times $AB$, not $7$.", "Its height is half $AB$, not $7$."),
        ("Its volume is $3/4$ times that of the cone.", "Its volume is three quarters of that of the cone."),
        ("It equals $\\frac{5}{7}$ times $AB$.", "It equals $\\frac{5}{7}$ times $AB$."),
        ("What is the volume of the object divided by $12$?", "What is one twelfth of the volume of the object?"),
        ("What is the volume of the object divided by $11$?", "What is the volume of the object divided by $11$?"),
        (
            "Consider a first cone. Consider a second cone. The height of the first cone is $0.4$ m. "
            "The height of the second cone is $0.4$ m. The radius of the second cone is $0.3$ m.",
            "Consider two cones. The height of the first and of the second cone is $0.4$ m. "
            "The radius of the second cone is $0.3$ m.",
        ),
        (
            "What is the ratio of the volume of the cone minus the volume of the object to the volume of the object?",
            "What is the ratio of the difference between the volume of the cone and the volume of the object to the "
            "volume of the object?",
        ),
        ("Consider a first cone. Consider a cube. Consider a second cone.",) * 2,
        ("the line $AB$, this plane $p$, a triangle $ABC$", "the line $AB$, this plane $p$, a triangle $ABC$"),
    ],
)
def test_articles_and_planes(text: str, said: str) -> None:
    assert polished(text) == said
    assert polished(said) == said


def test_letters_that_look_like_colours_are_replaced_by_free_ones() -> None:
    text = "$P$ lies on $P_{red}T$ and in the plane $p$; $PP_{red} = 2 P_1P$."
    assert with_distinct_letters(text, {"U", "alpha"}) == (
        "$V$ lies on $P_{red}T$ and in the plane $\\beta$; $VP_{red} = 2 V_1V$."
    )


def test_without_colours_letters_stay() -> None:
    assert with_distinct_letters("$P$ lies in the plane $p$.", ()) == "$P$ lies in the plane $p$."
