"""Parts of the viewer by themselves: words compared, formulas set, solids drawn, numbers said."""

import math
import re
from xml.etree import ElementTree as Xml

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.scene.audit.mesh_checks import mesh_of
from pipeline.scene.palette import PALETTE
from pipeline.scene.records import RoundPart
from web.math import LONGEST_FORMULA, answer_as_html, formula, palette_css, with_formulas
from web.pages import count, duration, money, plural
from web.viewer.solid import SIDES, _body, sharp_edges
from web.viewer.word_diff import MOST_WORDS, Comparison, compare_words

COLOURS = {"A": "green", "B": "magenta", "C": "orange"}


def marks(comparison: Comparison, mark: str) -> tuple[str, str]:
    """What has this mark on either side."""
    sides = (comparison.before, comparison.after)
    before, after = ("|".join(piece.text.strip() for piece in side if piece.mark == mark) for side in sides)
    return before, after


def test_dropped_recoloured_and_new_words_are_told_apart() -> None:
    found = compare_words(
        "In the cube of side $4$, $M$ is the midpoint of $\\overline{AB}$. Find the angle $AMC$.",
        "$M$ is the midpoint of $P_{green}P_{magenta}$. Find the angle $P_{green}MP_{orange}$. Answer in degrees.",
        COLOURS,
        {"M"},
    )
    assert marks(found, "removed")[0] == "In the cube of side $4$,"
    assert marks(found, "recoloured") == (
        "$\\overline{AB}$|$AMC$",
        "$P_{green}P_{magenta}$|$P_{green}MP_{orange}$",
    )
    assert marks(found, "added")[1] == "Answer in degrees."


def test_a_point_in_prose_is_recoloured_and_an_article_is_not() -> None:
    found = compare_words("A line joins B to the top.", "A line joins $P_{magenta}$ to the top.", COLOURS)
    assert marks(found, "recoloured") == ("B", "$P_{magenta}$")
    assert marks(found, "removed") == ("", "")


def test_stray_agreements_do_not_count_as_kept() -> None:
    found = compare_words("The red, tall cone of tin.", "What, then, is heavy?", {})
    assert marks(found, "same") == ("", "")


texts = st.text(alphabet=st.sampled_from("ABM $.,\\{}_'^12abc the 圆\n"), max_size=60)


@given(texts, texts)
def test_no_word_is_lost_or_invented(before: str, after: str) -> None:
    found = compare_words(before, after, COLOURS, {"M"})
    assert "".join(piece.text for piece in found.before) == before
    assert "".join(piece.text for piece in found.after) == after


def test_endless_texts_are_shown_but_not_compared() -> None:
    text = "word " * MOST_WORDS
    assert [piece.mark for piece in compare_words(text, text, {}).before] == ["same"]


@pytest.mark.parametrize(
    "source",
    [
        r"\href{javascript:alert(1)}{x}",
        r"\style{background:url(//evil.example)}{x}",
        r"\text{<script>alert(1)</script>}",
        r"\unknown{\deep{\nest}}",
        r"\frac{1}{",
        r"\begin{matrix}1&2",
        "{" * 300,
        r"\sqrt" * 100,
        "x" * (LONGEST_FORMULA + 1),
        "_^_^&#\\",
    ],
)
def test_hostile_formulas_become_harmless_markup_or_stay_text(source: str) -> None:
    _is_harmless(str(with_formulas(f"before ${source}$ after")))


@given(st.text(alphabet=st.sampled_from(list("\\{}^_&<>\"'$#%~ abcx12 fracsqrtlefthref()[]|圆")), max_size=80))
def test_any_text_gives_well_formed_harmless_markup(text: str) -> None:
    _is_harmless(str(with_formulas(text)))


def _is_harmless(markup: str) -> None:
    root = Xml.fromstring(f"<p>{markup.replace('<wbr>', '')}</p>")
    allowed = re.compile(r"p|span|math|m[a-z]+|none|semantics")
    for element in root.iter():
        assert allowed.fullmatch(element.tag)
        assert element.tag != "maction"
        assert not {name for name in element.attrib if name in ("href", "style", "src") or name.startswith("on")}


def test_a_coloured_point_carries_its_ball_and_every_colour_has_a_rule() -> None:
    assert 'class="ball ball-green"' in formula("P_{green}A")
    assert 'class="ball' not in formula("P_{base}")
    assert all(f".ball-{colour.name}{{" in palette_css() for colour in PALETTE)


def test_a_segment_has_its_bar_and_a_unit_stands_upright() -> None:
    assert 'class="bar"' in formula(r"\overline{AB}")
    assert "<mtext>m</mtext>" in formula(r"3\ \mathrm{m}")


def test_an_answer_without_dollars_is_set_when_it_is_a_formula_as_a_whole() -> None:
    assert "<mfrac>" in answer_as_html(r"\frac{18}{5}\text{ cm}")
    assert "<mfrac>" in answer_as_html(r"about $\frac{18}{5}$")
    assert answer_as_html(r"either \frac{1}{2} or more") == r"either \frac{1}{2} or more"
    assert answer_as_html("<b>12</b>") == "&lt;b&gt;12&lt;/b&gt;"


def test_lines_may_end_between_points_and_before_relations() -> None:
    pieces = formula("P_{green}P_{blue}P_{red} = 3").split("<wbr>")
    assert [re.sub(r"<[^>]*>", "", piece) for piece in pieces] == ["Pgreen", "Pblue", "Pred", "=3"]


ROUND = {
    "cylinder": (math.pi * 4 * 3, 2.0, 2 * SIDES),
    "cone": (math.pi * 4 * 3 / 3, 0.0, SIDES),
    "cone_frustum": (math.pi * 3 * (4 + 2 + 1) / 3, 1.0, 2 * SIDES),
    "sphere": (math.pi * 8 * 4 / 3, 0.0, 0),
    "hemisphere": (math.pi * 8 * 2 / 3, 0.0, SIDES),
}


@pytest.mark.parametrize("kind", ROUND)
def test_round_solids_are_drawn_closed_outward_and_with_their_rims(kind: str) -> None:
    volume, top_radius, rims = ROUND[kind]
    top = (1.0, 2.0, 2.0) if kind in ("sphere", "hemisphere") else (1.0, 2.0, 3.0)
    part = RoundPart(kind=kind, base_m=(1.0, 2.0, 0.0), top_m=top, radius_m=2.0, top_radius_m=top_radius)
    body = _body(part)
    mesh = mesh_of(body.vertices, body.faces)
    assert mesh.volume == pytest.approx(volume, rel=0.006)
    lengths = [math.dist(body.vertices[a], body.vertices[b]) for a, b in sharp_edges(mesh)]
    assert sum(length > 1e-9 for length in lengths) == rims


def test_numbers_are_said_as_people_say_them() -> None:
    said = [duration(s) for s in (0, 0.0004, 0.05, 3.14159, 42.4, 600, 7260)]
    assert said == ["0 s", "0 ms", "50 ms", "3.1 s", "42 s", "10 min", "2 h 01 min"]
    assert (money(0), money(0.0125), money(1234.5)) == ("$0.00", "$0.0125", "$1,234.50")
    assert (plural(1, "vertex", "vertices"), plural(20000, "problem")) == ("1 vertex", f"{count(20000)} problems")
