"""The leak audit: honest questions pass, each kind of leak and loss is found and told in a sentence."""

import re

import pytest

from agents.language.leaks.leak_audit import audit, leak_checks
from agents.language.leaks.numbers import figure_numbers, same, written_numbers
from agents.language.wording.describe import describe
from agents.language.wording.variants import rewrite, unpolished_question
from agents.roles.stripper import strip_offline
from bench.truth_table import load_truth_table
from geometry.notation.catalogue import KINDS
from geometry.notation.main_solid import main_labels, main_solid
from geometry.notation.resolve import parse_figure
from geometry.notation.syntax import Figure

SCALE = 0.3701234567
FIGURE = parse_figure(
    "solid pyramid P-ABCD\ngiven square(A,B,C,D), PA ⟂ ABCD, AB = 2, PA = 2√3\npoint E = midpoint(P,D)\n"
    "point F on segment(B,C) with BF = 1/2\nfind angle(plane(A,E,F), plane(A,B,C,D))"
)
COLOURS = {"P": "orange", "A": "red", "B": "green", "C": "blue", "D": "cyan"}
GOOD = (
    r"The point $E$ is the midpoint of $PD$, and $F$ lies on edge $BC$ with $BF = ⟦length: \frac{1}{2}⟧$."
    " What is the angle between plane $AEF$ and plane $ABCD$?"
)


def found(text: str, figure: Figure = FIGURE, colours: dict[str, str] = COLOURS) -> set[str]:
    spatial = rewrite(figure, text, colours, SCALE, cue_sentence="").spatial
    return {leak.what for leak in audit(spatial, figure, colours, SCALE)}


def test_an_honest_question_passes_and_the_evidence_says_so() -> None:
    assert found(GOOD) == set()
    spatial = rewrite(FIGURE, GOOD, COLOURS, SCALE, "").spatial
    evidence = leak_checks(spatial, FIGURE, COLOURS, SCALE)
    assert {check.status for check in evidence} == {"passed"}
    assert len({check.name for check in evidence}) == 6


@pytest.mark.slow
@pytest.mark.parametrize(
    ("leak", "what"),
    [
        ("In the pyramid, ", "shape"),
        ("The object is pyramid-shaped. ", "shape"),
        ("The object is a pyramid; its vertices are marked by the balls. ", "shape"),
        ("The pyramidal object turns. ", "shape"),
        ("The tetrahedral object turns. ", "shape"),
        ("The object is a rectangular box. ", "shape"),
        ("The object has the form of a cube. ", "shape"),
        ("The four-sided object turns. ", "shape"),
        ("The object has a square base. ", "shape"),
        ("The cubic object turns. ", "shape"),
        ("$ABCD$ is a square. ", "relation"),
        ("Rectangle $ABCD$ is given. ", "relation"),
        ("The base is a square. ", "relation"),
        (r"$PA \perp$ plane $ABCD$. ", "relation"),
        ("Line $PA$ is perpendicular to the base. ", "relation"),
        ("The edges $AB$ and $AD$ are equal. ", "relation"),
        ("If $AB=AD$, then look: ", "relation"),
        ("With $PA$ perpendicular to $AB$, look: ", "relation"),
        (r"$\angle PAB = 90^\circ$. ", "relation"),
        (r"$AB : PA = 1 : \sqrt{3}$. ", "relation"),
        ("All edges of the base have the same length. ", "relation"),
        ("$AE$ and $AB$ are perpendicular, since $PA = AB$. ", "relation"),
        ("$AB = ⟦length: 2⟧$. ", "number"),
        ("The side is 2 units. ", "number"),
        ("The side length is two metres. ", "number"),
        (r"The height is ⟦length: 2\sqrt{3}⟧. ", "number"),
        ("The height is 1.2822 m. ", "number"),
    ],
)
def test_each_kind_of_leak_is_found(leak: str, what: str) -> None:
    assert what in found(leak + GOOD)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (GOOD.split(". ")[1], "lost_condition"),
        (GOOD.replace(" with $BF = ⟦length: \\frac{1}{2}⟧$", ""), "lost_condition"),
        (GOOD.replace("⟦length: \\frac{1}{2}⟧", "1/2"), "unmarked_quantity"),
        (GOOD.split("What")[0], "lost_question"),
        (GOOD.replace("angle between plane $AEF$ and plane $ABCD$", "distance from $E$ to $F$"), "lost_question"),
    ],
)
def test_each_kind_of_loss_is_found(text: str, what: str) -> None:
    assert what in found(text)


@pytest.mark.parametrize(
    "text",
    [
        r"$E$ is the middle of edge $PD$; $F\in BC$ and $BF = ⟦length: 0.5⟧$."
        " Find the angle formed by planes $AEF$ and $ABCD$.",
        "Let $E$ bisect $DP$. On $BC$ there is a point $F$ at a distance of ⟦length: 1/2⟧ from $B$."
        " Determine the dihedral angle of the planes $AEF$ and $ABCD$, and do not give cubic metres.",
    ],
)
def test_free_wording_of_the_same_question_passes(text: str) -> None:
    assert found(text) == set()


CUBE = "solid cube k = ABCD-A1B1C1D1\npoint M = midpoint(C1,D1)\npoint N = divide(B,C,2)\ngiven AB = 3\n"
CUT = "solid regular pyramid k = P-ABCD\nplane p\ngiven AB = 2, PA = 3, on(A,p), p ⟂ PC\n"
TUBE = "solid cylinder k\nplane p\ngiven radius(k) = 5, height(k) = 7, axis(k) ∥ p, distance(axis(k), p) = 3\n"
BALL = "solid sphere s = O\npoint A, B, C on surface(s)\ngiven AB = BC = CA = 3, distance(O, plane(A,B,C)) = 1\n"
ROOF = "solid prism ABC-A1B1C1\nsolid sphere s\ngiven AB = AC, inscribed(ABC-A1B1C1, s), radius(s) = 2, AA1 = 2\n"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (
            CUBE + "find area(section(k, plane(A,M,N)))",
            "Let $M$ be the midpoint of edge $C_1D_1$ and let $N$ divide $BC$ so that $BN:NC=2:1$."
            " Find the area of the cross-section of the object cut by the plane $AMN$.",
        ),
        (
            CUBE + "find area(section(k, plane(A,M,N)))",
            r"$M$ and $N$ lie on edges $C_1D_1$ and $BC$, with $C_1M = MD_1$ and $BN = \frac{2}{3}BC$."
            " What is the area of the section of the object by plane $AMN$?",
        ),
        (
            CUT + "find volume(smaller_part(k,p)) : volume(larger_part(k,p))",
            r"A plane $\alpha$ passes through $A$ and is perpendicular to the edge $PC$. It divides the object in two."
            " Find the ratio of the smaller volume to the larger one.",
        ),
        (
            TUBE + "find area(section(k,p))",
            "The object is cut by a plane that is parallel to its axis; the distance between them is ⟦length: 3⟧."
            " Find the area of the cross-section.",
        ),
        (
            BALL + "find surface_area(s)",
            "$A$, $B$ and $C$ lie on the surface of the object, triangle $ABC$ is equilateral with side ⟦length: 3⟧,"
            " and its plane is ⟦length: 1⟧ away from the centre $O$. What is the surface area of the object?",
        ),
        (
            ROOF + "find surface_area(s)",
            "All vertices of the object lie on the surface of a sphere of radius ⟦length: 2⟧."
            " What is the surface area of the sphere?",
        ),
    ],
)
def test_free_wording_of_many_kinds_of_question_passes(source: str, text: str) -> None:
    figure = parse_figure(source)
    flat = KINDS[main_solid(figure).kind].family != "round"
    colours = {label: f"c{chr(97 + i)}" for i, label in enumerate(main_labels(figure)) if flat}
    assert found(text, figure, colours) == set()


@pytest.mark.slow
def test_every_primary_sentence_with_a_number_or_a_form_is_found_when_it_slips_in() -> None:
    slips = 0
    for case in load_truth_table()[5::25]:
        figure = parse_figure(case.figure)
        flat = KINDS[main_solid(figure).kind].family != "round"
        colours = {label: f"c{chr(97 + i)}" for i, label in enumerate(main_labels(figure)) if flat}
        for sentence in describe(figure).primary:
            if not re.search("⟦|perpendicular|square|rectangle|equilateral|°|circ", sentence):
                continue
            slips += 1
            assert found(f"{sentence} {strip_offline(figure)}", figure, colours), (case.name, sentence)
    assert slips > 15


def test_auxiliary_solids_may_be_named_but_not_the_object() -> None:
    figure = parse_figure(
        "solid cube k\nsolid sphere s\nsolid cube i\ngiven inscribed(s,k), inscribed(i,s)\nfind volume(i) : volume(k)"
    )
    good = (
        "A sphere is inscribed in the object and a cube in the sphere."
        " What is the ratio of the volume of this cube to the volume of the object?"
    )
    assert found(good, figure, {}) == set()
    assert "shape" in found("The object is a cube. " + good, figure, {})
    assert "lost_condition" in found(good.replace("A sphere", "Something").replace("the sphere", "it"), figure, {})


def test_a_vertex_letter_that_was_not_recognised_is_a_leak() -> None:
    spatial = rewrite(FIGURE, GOOD, COLOURS, SCALE, "").spatial
    (leak,) = audit(spatial + " (see vertex $P$)", FIGURE, COLOURS, SCALE)
    assert (leak.what, leak.words) == ("label", "P")


def test_a_number_that_is_also_auxiliary_may_be_said() -> None:
    figure = parse_figure("solid cube ABCD-A1B1C1D1\npoint F on ray(A,B)\ngiven AB = 2, AF = 2\nfind CF")
    text = "$F$ lies on ray $AB$ with $AF = ⟦length: 2⟧$. What is the length of $CF$?"
    assert found(text, figure, dict(zip(main_labels(figure), "abcdefgh", strict=True))) == set()


def test_coordinates_without_their_axes_are_reported() -> None:
    figure = parse_figure(
        "solid sphere s = O\npoint P = (0,0,13)\ngiven O = (0,0,0), radius(s) = 5\nfind distance(P, O)"
    )
    assert found(strip_offline(figure), figure, {}) == {"lost_condition"}


@pytest.mark.slow
def test_the_offline_question_of_every_tenth_figure_leaks_nothing_and_its_other_variants_do() -> None:
    for case in load_truth_table()[::10]:
        figure = parse_figure(case.figure)
        flat = KINDS[main_solid(figure).kind].family != "round"
        colours = {label: f"c{chr(97 + i)}" for i, label in enumerate(main_labels(figure)) if flat}
        question = unpolished_question(figure, strip_offline(figure), colours, SCALE)
        assert audit(question, figure, colours, SCALE) == (), case.name
        of_kind = rewrite(figure, strip_offline(figure), colours, SCALE, "").type
        assert "shape" in {leak.what for leak in audit(of_kind, figure, colours, SCALE)}, case.name


def test_numbers_of_a_text_are_read_by_value() -> None:
    numbers = written_numbers(
        r"$AB_1 = 0.75\ \mathrm{m}$, $\frac{\sqrt{3}}{2}$, $60^{\circ}$, ratio $2 : 3$, $x^2$, 4 m²"
    )
    for value in (0.75, 0.8660254037844386, 1.0471975511965976, 2 / 3, 4.0):
        assert any(same(number.value, value) for number in numbers), value
    assert not any(number.value == 1 for number in numbers)


def test_numbers_of_a_figure_know_their_power_of_length() -> None:
    figure = parse_figure(
        "unknown x\nsolid cuboid k = ABCD-A1B1C1D1\ngiven AB = x + 1, AD = 2*x\n"
        "given volume(k) = 6, angle(A,C,A1) = 30°\nfind AC1"
    )
    found_numbers = {(number.value, int(number.power), number.is_angle) for number in figure_numbers(figure, "primary")}
    assert {(1.0, 1, False), (2.0, 0, False), (6.0, 3, False)} <= found_numbers
    assert sum(is_angle for *_, is_angle in found_numbers) == 1


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        (
            "solid cone k\nsolid cone m\ngiven radius(k) = 3, height(k) = 4, similar(m, k)\n"
            "given height(m) = (1 + 50/100)*height(k)\nfind volume(m)",
            "A solid is similar to the object and its height is 50 percent more than the height of the object."
            " What is the volume of this solid?",
        ),
        (
            "solid cube k\nsolid sphere b\ngiven edge(k) = 3, inscribed(b, k)\nfind 4*pi*radius(b)^2",
            "A sphere is inscribed in the object. What is the surface area of the sphere?",
        ),
        (
            "solid cube k = ABCD-EFGH\npoint M = midpoint(A,E)\ngiven AB = 2\nfind volume(hull(M,B,C,D,G))",
            "$M$ is the midpoint of $AE$. What is the volume of the pyramid with the vertices $M$, $B$, $C$, $D$, $G$?",
        ),
    ],
)
def test_what_is_said_in_another_form_is_not_lost(figure: str, text: str) -> None:
    parsed = parse_figure(figure)
    labels = main_labels(parsed)
    colours = dict(zip(labels, ("red", "blue", "green", "cyan", "pink", "orange", "yellow", "purple"), strict=False))
    spatial = unpolished_question(parsed, text, colours, 0.5)
    assert audit(spatial, parsed, colours, 0.5) == ()
