"""Questions that the text answers by itself are set aside; those that hang on the object are not."""

import pytest

from agents.language.leaks.text_answerable import follows_from_text, may_follow_from_text
from geometry.notation.resolve import parse_figure


def needs_no_look(text: str) -> bool:
    figure = parse_figure(text)
    return may_follow_from_text(figure) and follows_from_text(figure)


@pytest.mark.parametrize(
    "figure",
    [
        "solid cube k\nsolid sphere s\ngiven inscribed(s, k), radius(s) = 3\nfind volume(s)",
        "solid cube k\nsolid cone c\ngiven edge(k) = 9, inscribed(c, k), slant(c) = 5, radius(c) = 3\nfind height(c)",
    ],
)
def test_a_measure_of_something_added_may_follow_from_the_text(figure: str) -> None:
    assert needs_no_look(figure)


@pytest.mark.parametrize(
    "figure",
    [
        "solid cube k\nsolid sphere s\ngiven inscribed(s, k), edge(k) = 6\nfind volume(s)",
        "solid cube k\nsolid sphere s\ngiven inscribed(k, s), radius(s) = 3\nfind surface_area(s)",
        "solid cube ABCD-EFGH\ngiven AB = 4\npoint M on segment(A, B) with AM = 1\nfind MG",
        "solid cube ABCD-EFGH\ngiven AB = 4\npoint M on segment(A, B) with AM = 1\nfind MB",
        "solid sphere s = O\nplane p\ngiven radius(s) = 5, distance(O, p) = 3\nfind area(section(s, p))",
        "solid cube ABCD-EFGH\ngiven AB = 4\nfind angle(line(A, G), line(B, H))",
    ],
)
def test_what_hangs_on_the_object_has_to_be_seen(figure: str) -> None:
    assert not needs_no_look(figure)
