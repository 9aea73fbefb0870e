"""Figures in English: the whole notation is covered, roles are told apart, conventions that decide a value are said."""

import re
from collections.abc import Iterator

import pytest
from _pytest.mark import ParameterSet
from hypothesis import given

from agents.language.wording.conditions import condition_clause
from agents.language.wording.describe import describe
from agents.language.wording.naming import naming
from agents.language.wording.solids import kind_sentence
from bench.truth_table import load_truth_table
from geometry.notation.condition_roles import condition_role, kept_definitions, needed_declarations
from geometry.notation.resolve import parse_figure
from geometry.notation.signatures import FUNCTIONS
from geometry.notation.syntax import Figure
from tests.support.figure_strategies import examples, figures

PYRAMID = """solid pyramid P-ABCD
given square(A,B,C,D), PA ⟂ ABCD, AB = 2, PA = 2√3
point E = midpoint(P,D)
point F on segment(B,C) with BF = 1/2
find angle(plane(A,E,F), plane(A,B,C,D))
"""
STAGE = """unknown x
solid cube k = ABCD-A1B1C1D1
solid sphere s = O
solid cone c = S-Q
solid cylinder z
solid cone_frustum f
solid regular tetrahedron t
plane p
given AB = 2, {condition}
find AB
"""
THINGS = {
    "vector": "vector(A,B)",
    "line": "line(A,C1)",
    "segment": "segment(A,B)",
    "ray": "ray(A,B)",
    "plane": "plane(A,B,C)",
    "region": "polygon(A,B,C)",
    "circle": "circle(c)",
    "surface": "surface(k)",
    "interior": "interior(k)",
    "solid": "k",
    "pieces": "slices(k, 3, plane(A,B,C))",
    "number": "1/2",
    "length": "3",
    "angle": "angle(A,B,C)",
    "scalar": "(AB : AC)",
}
POINTS = ["A", "B", "C", "D", "A1", "B1", "C1", "D1"]
PLACES = {
    "bool": "{}",
    "point": "on({}, plane(A,B,C))",
    "vector": "perp({0}, {0})",
    "solid": "volume({}) = 1",
    "pieces": "surface_area({}) = 1",
    "angle": "sin({}) = 1/2",
    **dict.fromkeys(("length", "area", "volume", "number"), "{} < 7"),
}


def calls() -> Iterator[ParameterSet]:
    for name, function in FUNCTIONS.items():
        for signature in function.signatures:
            count = max(signature.least, len(signature.args))
            types = [signature.type_at(i) for i in range(count)]
            args = [POINTS[i] if kind == "point" else THINGS[kind] for i, kind in enumerate(types)]
            if name in ("slices", "blocks"):
                args[1] = "4"
            call = "root(3, AB)" if name == "root" else f"{name}({', '.join(args)})"
            yield pytest.param(call, signature.result, id=f"{name}-{'-'.join(types)}")


@pytest.mark.slow
@pytest.mark.parametrize(("call", "result"), list(calls()))
def test_every_function_of_the_notation_is_said_with_all_its_points(call: str, result: str) -> None:
    condition = PLACES.get(result, "on(A, {})").format(call)
    figure = parse_figure(STAGE.format(condition=condition))
    check_said(condition_clause(figure.givens[1], naming(figure, as_object=False)), call)


def check_said(said: str, call: str) -> None:
    assert "()" not in said
    assert "$$" not in said
    assert "_plane" not in said
    spoken = re.sub(r"[^A-Za-z0-9]", "", said)
    for label in re.findall(r"\b[A-D]1?\b", call):
        assert label in spoken, (said, label)


@pytest.mark.slow
@examples(60, shrink=False)
@given(figures())
def test_any_well_typed_figure_is_phrased_completely(figure: Figure) -> None:
    for as_object in (True, False):
        said = describe(figure, as_object)
        text = " ".join([said.solid, *said.primary, *said.auxiliary, said.question])
        assert not re.search(r"None|\$\$|\(\)", text), text
        assert text.count("$") % 2 == 0


@pytest.mark.slow
def test_every_figure_of_the_truth_table_is_phrased_in_clean_sentences() -> None:
    for case in load_truth_table():
        figure = parse_figure(case.figure)
        for as_object in (True, False):
            said = describe(figure, as_object)
            for sentence in (said.solid, *said.primary, *said.auxiliary):
                assert re.match(r"[A-Z$]", sentence), sentence
                assert sentence.endswith("."), sentence
            assert said.question.startswith("What is ")
            assert said.question.endswith("?")
            text = " ".join([said.solid, *said.primary, *said.auxiliary, said.question])
            assert not re.search(r"None|\$\$|  |\ba [aeio]|\?\?|,\.", text), text
            assert text.count("$") % 2 == 0
            assert text.count("⟦") == text.count("⟧")


def test_the_parts_of_a_figure_are_told_apart() -> None:
    said = describe(parse_figure(PYRAMID))
    assert said.solid == "The object is a quadrangular pyramid $P-ABCD$."
    assert said.primary == (
        "$ABCD$ is a square.",
        "Line $PA$ is perpendicular to plane $ABCD$.",
        r"$AB = ⟦length: 2⟧$ and $PA = ⟦length: 2\sqrt{3}⟧$.",
    )
    assert said.auxiliary == (
        "$E$ is the midpoint of segment $PD$.",
        "$F$ lies on segment $BC$.",
        r"$BF = ⟦length: \frac{1}{2}⟧$.",
    )
    assert said.question == "What is the angle between planes $AEF$ and $ABCD$ (from 0° to 90°)?"


@pytest.mark.parametrize(
    ("condition", "role"),
    [
        ("AB = 3", "primary"),
        ("volume(k) = 3", "primary"),
        ("angle(A,B,M) = 60°", "primary"),
        ("F = A", "auxiliary"),
        ("AF = AB", "auxiliary"),
        ("radius(s) = 1", "auxiliary"),
        ("inscribed(s, k)", "auxiliary"),
        ("A = (0,0,0)", "primary"),
        ("p ⟂ AB", "auxiliary"),
        ("q ⟂ AB", "primary"),
    ],
)
def test_a_condition_is_primary_when_a_look_at_the_solid_tells_it(condition: str, role: str) -> None:
    figure = parse_figure(
        f"solid cuboid k = ABCD-A1B1C1D1\nsolid sphere s\npoint M = midpoint(A,D)\npoint F on segment(A,B)\n"
        f"plane p\nplane q = plane(A,M,A1)\ngiven {condition}\nfind AF"
    )
    assert condition_role(figure, figure.givens[0]) == role


def test_a_round_solid_on_seen_points_is_still_something_added() -> None:
    figure = parse_figure(
        "solid cube c = ABCD-A1B1C1D1\npoint O = center(c)\nsolid sphere s = O\ngiven AB = 4, tangent(s, line(A,B))\n"
        "find surface_area(s)"
    )
    assert [condition_role(figure, c) for c in figure.givens] == ["primary", "auxiliary"]
    assert describe(figure).auxiliary[-1] == "The sphere touches line $AB$."


def test_solids_that_share_their_labels_are_told_apart_by_number() -> None:
    figure = parse_figure(
        "solid hemisphere a = O\nsolid hemisphere b = O\nsolid composite t = a - b\n"
        "given radius(a) = 3, radius(b) = 2\nfind volume(t)"
    )
    assert describe(figure).primary[1] == "The radius of the second hemisphere is $⟦length: 2⟧$."


def test_an_unknown_that_the_question_needs_keeps_its_definition_and_no_more() -> None:
    figure = parse_figure(
        "unknown x\nsolid cuboid ABCD-A1B1C1D1\npoint E on segment(A,B)\ngiven AB = x, AD = 2*x, AA1 = 4\n"
        "given AE = x/3\nfind CE : AA1"
    )
    assert kept_definitions(figure) == (figure.givens[0],)
    said = describe(figure)
    assert said.auxiliary[-1] == r"$AB = x$ and $AE = \frac{x}{3}$."
    assert said.primary == ("$AD = 2 x$ and $AA_1 = ⟦length: 4⟧$.",)


def test_constructions_that_only_primary_conditions_use_do_not_burden_the_question() -> None:
    figure = parse_figure(
        "solid pyramid P-ABC\npoint O = circumcenter(A,B,C)\ngiven PO ⟂ ABC, PO = 3\nfind volume(P-ABC)"
    )
    assert needed_declarations(figure) == ()
    said = describe(figure)
    assert said.auxiliary == ()
    assert said.primary[0] == "$O$ is the circumcentre of triangle $ABC$."


def test_parameters_are_said_with_their_value() -> None:
    said = describe(parse_figure("param a = 3\nsolid cube ABCD-A1B1C1D1\ngiven AB = 2*a\nfind AC1"))
    assert said.primary == ("$AB = ⟦length: 6⟧$.",)
    assert describe(parse_figure("param a\nsolid cube k\ngiven edge(k) = a\nfind volume(k)")).primary == (
        "The edge length of the object is $⟦length: 1⟧$.",
    )


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("AB", "the length of $AB$"),
        ("dihedral(A-BC-D1)", "the dihedral angle at line $BC$ between the half-plane through $A$ and the half-plane"),
        ("sin(angle(AC1, ABC))", "the sine of the angle between line $AC_1$ and plane $ABC$"),
        ("cos(angle(A,B,C1))", r"the value of $\cos \angle ABC_1$"),
        ("angle(vector(A,B), vector(C,A1))", "the angle between vectors"),
        (
            "volume(larger_part(k, plane(A,B,C1)))",
            "the larger of the two parts into which plane $ABC_1$ cuts the object",
        ),
        ("AB : AC1", "the ratio of $AB$ to $AC_1$"),
        ("surface_path(A, C1, k)", "the shortest path from $A$ to $C_1$ along the surface of the object"),
        ("distance(A, plane(B,C,D1))", "the distance from $A$ to plane $BCD_1$"),
        ("distance(AB, CC1)", "the distance between lines $AB$ and $CC_1$"),
        ("AB^2 + AC1^2", "the value of $AB^{2} + AC_1^{2}$"),
        ("volume(A-BDA1) / 3", "the volume of the tetrahedron $ABDA_1$ divided by $3$"),
    ],
)
def test_what_is_asked_is_said_exactly(target: str, said: str) -> None:
    assert said in describe(parse_figure(f"solid cuboid k = ABCD-A1B1C1D1\nfind {target}")).question


def test_extrema_go_with_what_they_are_about() -> None:
    moving = describe(
        parse_figure("solid cube ABCD-A1B1C1D1\npoint M on segment(B,B1)\nminimize AM + MC1\nfind AM : MC1")
    )
    assert moving.auxiliary[-1] == "$AM + MC_1$ is as small as possible."
    tin = describe(parse_figure("solid cylinder k\ngiven volume(k) = 2\nminimize surface_area(k)\nfind height(k)"))
    assert tin.auxiliary == ()
    assert tin.primary[-1] == "The total surface area of the object is as small as possible."
    path = describe(
        parse_figure("solid cube ABCD-A1B1C1D1\npoint M on segment(B,B1)\nminimize AM + MC1\nfind AM + MC1")
    )
    assert path.auxiliary == ("$M$ lies on segment $BB_1$.",)
    assert path.question == "What is the smallest possible value of $AM + MC_1$?"
    box = parse_figure("solid cuboid k\ngiven surface_area(k) = 6\nmaximize volume(k)\nfind volume(k)")
    assert describe(box).question == "What is the volume of the object?"
    assert describe(box, as_object=False).question == "What is the greatest possible value of the volume of the cuboid?"


def test_what_one_ball_touches_is_one_sentence_and_free_points_are_introduced_together() -> None:
    figure = parse_figure(
        "solid cube k = ABCD-EFGH\nsolid sphere s = O\npoint X\npoint Y\n"
        "given AB = 2, tangent(s, line(A,B)), XA = 1, tangent(s, line(B,C)), YA = 1, tangent(s, plane(A,B,F))\nfind XY"
    )
    said = describe(figure).auxiliary
    assert "The sphere touches line $AB$, line $BC$ and plane $ABF$." in said
    assert "$X$ and $Y$ are points." in said


def test_angles_that_can_be_worked_out_are() -> None:
    figure = parse_figure(
        "solid sphere s = O\npoint A on surface(s)\npoint B on surface(s)\n"
        "given radius(s) = 2, angle(A,O,B) = 90° - 45°\nfind AB"
    )
    assert "$\\angle AOB = 45^{\\circ}$." in describe(figure).auxiliary


def test_solids_of_one_kind_are_told_apart_and_contacts_introduce_them() -> None:
    figure = parse_figure(
        "solid cube outer\nsolid sphere ball\nsolid cube inner\n"
        "given surface_area(outer) = 54, inscribed(ball, outer), inscribed(inner, ball)\nfind volume(inner)"
    )
    said = describe(figure)
    assert said.auxiliary == ("A sphere is inscribed in the object.", "A cube is inscribed in the sphere.")
    assert said.question == "What is the volume of the cube?"
    named = describe(figure, as_object=False)
    assert named.solid == "Consider a first cube."
    assert named.auxiliary[-1] == "A second cube is inscribed in the sphere."
    assert named.question == "What is the volume of the second cube?"


def test_centres_that_nothing_speaks_of_are_not_named() -> None:
    balls = "solid cylinder k = O-Q\ngiven radius(k) = 3, height(k) = 9\nsolid sphere a = E\nsolid sphere b = F\n"
    balls += "given radius(a) = radius(k), radius(b) = radius(a)\n"
    said = describe(parse_figure(f"{balls}find (volume(a) + volume(b)) : volume(k)"))
    assert said.auxiliary[:2] == ("Consider a first sphere.", "Consider a second sphere.")
    named = describe(parse_figure(f"{balls}given EF = 4\nfind (volume(a) + volume(b)) : volume(k)"))
    assert named.auxiliary[:2] == ("Consider a sphere with centre $E$.", "Consider a sphere with centre $F$.")
    corner = (
        "solid cube ABCD-EFGH\ngiven AB = 2\nsolid sphere s = A\ngiven radius(s) = 1\nfind volume(common(s, ABCD-EFGH))"
    )
    assert describe(parse_figure(corner)).auxiliary[0] == "Consider a sphere with centre $A$."
    on_edge = corner.replace("solid sphere s = A", "point Q on segment(A,B)\nsolid sphere s = Q")
    assert "Consider a sphere with centre $Q$." in describe(parse_figure(on_edge)).auxiliary


def test_faces_of_a_box_are_named_by_their_corners() -> None:
    box = (
        "solid cuboid k = ABCD-EFGH\ngiven AB = 2, AD = 3, AE = 4\npoint M = base_center(k)\npoint N = top_center(k)\n"
    )
    said = describe(parse_figure(f"{box}find MN"))
    assert said.auxiliary == ("$M$ is the centre of the face $ABCD$.", "$N$ is the centre of the face $EFGH$.")


def test_parallel_things_are_told_once() -> None:
    cube = (
        "solid cube k = ABCD-EFGH\ngiven AB = 2\nplane p\ngiven {}gap(p, plane(A,B,C)) = 1\nfind volume(part(k, p, A))"
    )
    assert "are parallel" in " ".join(describe(parse_figure(cube.format(""))).auxiliary)
    told = " ".join(describe(parse_figure(cube.format("parallel(p, plane(A,B,C)), "))).auxiliary)
    assert "are parallel" not in told
    assert "is parallel to" in told


def test_a_tetrahedron_of_known_points_is_no_new_thing() -> None:
    cube = "solid cube ABCD-EFGH\ngiven AB = 2\npoint M = midpoint(A,B)"
    seen = describe(parse_figure(f"{cube}\nsolid tetrahedron t = MCFH\nfind inradius(t)"))
    assert seen.auxiliary[-1] == "Consider the tetrahedron $MCFH$."
    new = describe(parse_figure(f"{cube}\nsolid tetrahedron t = MCFX\ngiven MX = 3, CX = 3, FX = 3\nfind inradius(t)"))
    assert "Consider a tetrahedron $M-CFX$." in new.auxiliary


def test_a_solid_whose_corners_all_stand_is_not_described_again() -> None:
    cube = "solid cube k = ABCD-EFGH\ngiven AB = 2\n"
    middles = {"T": "EFGH", "Q": "ABCD", "I": "ABFE", "J": "BCGF", "K": "CDHG", "L": "DAEH"}
    cube += "".join(f"point {name} = centroid({','.join(face)})\n" for name, face in middles.items())
    said = describe(parse_figure(f"{cube}solid regular octahedron o = T-IJKL-Q\nfind volume(o) : volume(k)"))
    assert said.auxiliary[-1] == "Consider the octahedron $T-IJKL-Q$."


@pytest.mark.parametrize(
    ("target", "said"),
    [
        (
            "abs(volume(c) - volume(k))",
            "What is the absolute difference between the volume of the cone and the volume of the object?",
        ),
        ("volume(c) * 1 / (1 + 11)", "What is the volume of the cone divided by $12$?"),
    ],
)
def test_a_calculation_is_said_so_that_it_can_be_read_in_one_way(target: str, said: str) -> None:
    solids = "solid cube k = ABCD-EFGH\nsolid cone c\ngiven AB = 2, radius(c) = 1, height(c) = 3\n"
    assert describe(parse_figure(f"{solids}find {target}")).question == said


def test_a_composite_is_said_by_its_parts() -> None:
    figure = parse_figure(
        "solid cylinder k\nsolid hemisphere h\nsolid composite t = k - h\ngiven radius(k) = 3\nfind volume(t)"
    )
    assert describe(figure).solid == "The object is a cylinder, from which a hemisphere is removed."
    assert describe(figure).question == "What is the volume of the object?"


def test_the_kind_alone_tells_neither_labels_nor_properties() -> None:
    figure = parse_figure("solid regular pyramid P-ABCD\ngiven AB = 2\nfind volume(P-ABCD)")
    assert kind_sentence(figure) == "The object is a quadrangular pyramid."


@pytest.mark.parametrize(
    ("outer", "inner", "said"),
    [
        ("hemisphere", "cube", "A cube is inscribed in the object, with a face in the base of the object."),
        ("cone", "cylinder", "A cylinder is inscribed in the object, with its base in the base of the object."),
        (
            "cylinder",
            "hemisphere",
            "A hemisphere is inscribed in the object, with its flat face in the base of the object.",
        ),
        ("cylinder", "regular triangular prism", "A regular triangular prism is inscribed in the object."),
        ("cone", "sphere", "A sphere is inscribed in the object."),
    ],
)
def test_which_way_round_something_is_inscribed_is_said_where_it_could_be_another(
    outer: str, inner: str, said: str
) -> None:
    figure = parse_figure(f"solid {outer} k\nsolid {inner} c\ngiven radius(k) = 2, inscribed(c, k)\nfind volume(c)")
    assert describe(figure).auxiliary == (said,)


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        (
            "solid cuboid k\ngiven edges(k) = {3, 4, 5}\nfind volume(k)",
            "The edges of the cuboid have the lengths $⟦length: 3⟧$, $⟦length: 4⟧$ and $⟦length: 5⟧$, "
            "not necessarily in this order.",
        ),
        (
            "solid cube k\ngiven integer(edge(k)), edge(k) < 3, edge(k) > 1\nfind volume(k)",
            "The edge length of the cube is a whole multiple of $⟦length: 1⟧$.",
        ),
        (
            "solid cone k\ngiven integer(height(k) : radius(k)), radius(k) = 1, 2 < height(k) < 4\nfind volume(k)",
            "The ratio of the height of the cone to the radius of the base of the cone is a whole number.",
        ),
    ],
)
def test_discrete_conditions_are_said_in_the_scenes_unit(figure: str, said: str) -> None:
    assert said in describe(parse_figure(figure), False).primary


def test_new_measures_and_solids_are_asked_for_in_words() -> None:
    asked = {
        "solid cone k\ngiven radius(k) = 1, height(k) = 2\nfind sector_angle(k)": (
            "What is the angle of the flat sector that results if one unrolls the curved side of the object?"
        ),
        "solid icosahedron k\ngiven edge(k) = 1\nfind longest_segment(k)": (
            "What is the greatest distance between two points of the object?"
        ),
    }
    for figure, question in asked.items():
        assert describe(parse_figure(figure), True).question == question
    assert describe(parse_figure("solid dodecahedron k\nfind edge(k) : inradius(k)"), True).solid == (
        "The object is a regular dodecahedron."
    )
