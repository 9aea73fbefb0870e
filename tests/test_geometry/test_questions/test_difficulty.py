"""The difficulty of a question grows with what has to be constructed and estimated."""

import pytest

from geometry.disclosure.difficulty import difficulty
from geometry.disclosure.difficulty_record import BANDS
from geometry.notation.resolve import parse_figure
from solidscene.cli import help_text

CUBE = "solid cube k = ABCD-EFGH\ngiven AB = 2\n"


@pytest.mark.parametrize(
    ("text", "steps", "estimates", "band"),
    [
        (f"{CUBE}find AB", 0, 2, "trivial"),
        (f"{CUBE}find AB/2", 1, 2, "easy"),
        ("solid sphere s\ngiven radius(s) = 2\nfind diameter(s)", 1, 1, "trivial"),
        ("solid cone k\ngiven radius(k) = 2, height(k) = 3\nfind volume(k)", 1, 2, "easy"),
        ("solid cuboid k\ngiven volume(k) = 8, surface_area(k) = 30\nfind surface_area(k)", 1, 3, "easy"),
        (f"{CUBE}point M = midpoint(A,B)\nfind angle(line(M,G), plane(A,B,C))", 2, 4, "medium"),
        (
            f"{CUBE}point M on segment(A,B) with AM = 2*MB\nplane p = plane(M,G,H)\n"
            "find area(section(k, p)) : surface_area(k)",
            7,
            5,
            "hard",
        ),
    ],
)
def test_steps_and_estimates(text: str, steps: int, estimates: int, band: str) -> None:
    found = difficulty(parse_figure(text), visibility=0.5)
    assert (found.steps, found.estimates, found.band) == (steps, estimates, band)
    assert found.visibility == 0.5


def test_the_commands_know_the_bands() -> None:
    assert help_text.BANDS == BANDS
