"""The catalogue of solids: faces that close, Euler's formula, customary labellings, properties that make sense."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry.conditions.kind_conditions import implied_conditions
from geometry.notation.catalogue import BASELESS, KINDS, base_of, edges_of, faces_of, is_hidden
from geometry.notation.figure_errors import FigureError
from geometry.notation.parser import parse_statements
from geometry.notation.printer import print_condition
from geometry.notation.resolve import parse_figure
from geometry.notation.syntax import SolidDecl
from tests.support.figure_strategies import examples

RING = "ABCDEF"
LID = "GHIJKL"
SIDES = range(3, 7)
BASE_WORDS = {3: "triangular", 4: "quadrangular", 5: "pentagonal", 6: "hexagonal"}


def solid(text: str) -> SolidDecl:
    (found,) = parse_statements(f"solid {text}")
    assert isinstance(found, SolidDecl)
    return found


def polyhedral() -> Iterator[tuple[str, int, int, int]]:
    """Every polyhedral kind, for the kinds with a base each number of sides from 3 to 6, and the counts V, E, F."""
    yield from (("cube ABCD-EFGH", 8, 12, 6), ("cuboid ABCD-EFGH", 8, 12, 6), ("parallelepiped ABCD-EFGH", 8, 12, 6))
    yield from (("tetrahedron A-BCD", 4, 6, 4), ("octahedron P-ABCD-Q", 6, 12, 8))
    yield ("icosahedron P-ABCDE-FGHIJ-Q", 12, 30, 20)
    yield ("dodecahedron ABCDE-FGHIJ-KLMNO-PQRST", 20, 30, 12)
    yield ("polyhedron k = faces(ABCD, EFGH, ABFE, BCGF, CDHG, DAEH)", 8, 12, 6)
    yield ("polyhedron k = faces(ABC, ACD, ADB, BDC)", 4, 6, 4)
    # A roof over a square: hexahedral wedge with a ridge.
    yield ("polyhedron k = faces(ABCD, ABFE, CDEF, BCF, ADE)", 6, 9, 5)
    for n in SIDES:
        yield f"pyramid P-{RING[:n]}", n + 1, 2 * n, n + 1
        yield f"prism {RING[:n]}-{LID[:n]}", 2 * n, 3 * n, n + 2
        yield f"frustum {RING[:n]}-{LID[:n]}", 2 * n, 3 * n, n + 2


POLYHEDRAL = list(polyhedral())
TEXTS = [row[0] for row in POLYHEDRAL]


def directed(face: tuple[str, ...]) -> list[tuple[str, str]]:
    return list(zip(face, face[1:] + face[:1], strict=True))


def test_every_polyhedral_kind_is_among_the_examples() -> None:
    kinds = {solid(text).kind for text in TEXTS}
    assert kinds == {kind.name for kind in KINDS.values() if kind.family == "polyhedron"}


@pytest.mark.parametrize(("text", "v", "e", "f"), POLYHEDRAL, ids=TEXTS)
def test_vertices_edges_and_faces_are_counted_as_in_the_textbook_and_satisfy_euler(
    text: str, v: int, e: int, f: int
) -> None:
    found = solid(text)
    assert (len(found.labels), len(edges_of(found)), len(faces_of(found))) == (v, e, f)
    assert v - e + f == 2


@pytest.mark.parametrize("text", TEXTS)
def test_each_edge_belongs_to_two_faces_that_run_along_it_in_opposite_directions(text: str) -> None:
    sides = [side for face in faces_of(solid(text)) for side in directed(face)]
    assert len(set(sides)) == len(sides)
    assert {(b, a) for a, b in sides} == set(sides)


@pytest.mark.parametrize("text", TEXTS)
def test_faces_are_simple_cycles_over_all_vertices_and_edges_are_listed_once(text: str) -> None:
    found = solid(text)
    assert all(len(face) >= 3 and len(set(face)) == len(face) for face in faces_of(found))
    assert {label for face in faces_of(found) for label in face} == set(found.labels)
    assert len({frozenset(edge) for edge in edges_of(found)}) == len(edges_of(found))


@pytest.mark.parametrize("text", TEXTS)
def test_the_base_is_a_face_except_for_the_middle_of_an_octahedron(text: str) -> None:
    found = solid(text)
    if found.kind in ("octahedron", *BASELESS):
        return
    assert set(base_of(found)) in [set(face) for face in faces_of(found)]


@examples(60)
@given(st.sampled_from(TEXTS), st.randoms(use_true_random=False))
def test_a_polyhedron_by_faces_has_the_same_faces_however_they_are_turned_and_ordered(
    text: str, random: Random
) -> None:
    model = solid(text)
    faces = [list(face) for face in faces_of(model)]
    random.shuffle(faces)
    for face in faces:
        turn = random.randrange(len(face))
        face[:] = face[turn:] + face[:turn]
        if random.random() < 0.5:
            face.reverse()
    found = solid(f"polyhedron q = faces({', '.join(''.join(face) for face in faces)})")
    sides = [side for face in faces_of(found) for side in directed(face)]
    assert {(b, a) for a, b in sides} == set(sides)
    assert {frozenset(face) for face in faces_of(found)} == {frozenset(face) for face in faces_of(model)}


# Labelling

LABELLINGS = [
    ("cube ABCD-A1B1C1D1", "cube ABCDA1B1C1D1", "cube ABCD-A_1B_1C_1D_1", "cube ABCD-A₁B₁C₁D₁"),
    ("cuboid ABCD-EFGH", "cuboid ABCDEFGH", "box ABCD-EFGH", "rectangular box ABCDEFGH"),
    ("parallelepiped ABCD-EFGH", "parallelepiped ABCDEFGH"),
    ("prism ABC-DEF", "prism ABCDEF", "triangular prism ABC-DEF", "triangular prism ABCDEF"),
    ("prism ABCD-EFGH", "prism ABCDEFGH", "quadrangular prism ABCDEFGH"),
    ("pyramid P-ABCD", "pyramid PABCD", "quadrangular pyramid P-ABCD"),
    ("pyramid P-ABC", "pyramid PABC", "triangular pyramid PABC"),
    ("tetrahedron ABCD", "tetrahedron A-BCD"),
    ("frustum ABC-DEF", "frustum ABCDEF", "pyramid frustum ABC-DEF", "truncated pyramid ABCDEF"),
    ("octahedron P-ABCD-Q", "octahedron PABCDQ"),
    ("icosahedron P-ABCDE-FGHIJ-Q", "regular icosahedron PABCDEFGHIJQ"),
    ("dodecahedron ABCDE-FGHIJ-KLMNO-PQRST", "regular dodecahedron ABCDEFGHIJKLMNOPQRST"),
    ("cylinder O-O1", "cylinder OO1", "circular cylinder O-O_1", "right cylinder OO1"),
    ("cone S-O", "cone SO", "circular cone S-O", "right circular cone SO"),
    ("cone_frustum O-O'", "cone_frustum OO'", "truncated cone O-O′", "cone frustum OO'"),
    ("sphere O", "ball O"),
]


@pytest.mark.parametrize("labellings", LABELLINGS, ids=[row[0] for row in LABELLINGS])
def test_all_customary_labellings_of_a_kind_are_one_solid(labellings: tuple[str, ...]) -> None:
    first, *others = (solid(text) for text in labellings)
    assert all(other == first for other in others)


def test_every_kind_with_labels_is_among_the_labellings() -> None:
    kinds = {solid(row[0]).kind for row in LABELLINGS}
    assert kinds == set(KINDS) - {"polyhedron", "composite", "hemisphere"}


@pytest.mark.parametrize("n", SIDES)
@pytest.mark.parametrize("kind", ["prism", "pyramid", "frustum"])
def test_a_solid_without_labels_has_as_many_hidden_vertices_as_one_with_them(kind: str, n: int) -> None:
    named = solid(f"{BASE_WORDS[n]} {kind} k")
    labels = f"P-{RING[:n]}" if kind == "pyramid" else f"{RING[:n]}-{LID[:n]}"
    assert [len(g) for g in named.groups] == [len(g) for g in solid(f"{kind} {labels}").groups]
    assert all(is_hidden(label) for label in named.labels)


def test_the_hidden_points_of_two_unnamed_solids_are_different_points() -> None:
    first, second = solid("cube a"), solid("cube b")
    assert not set(first.labels) & set(second.labels)
    # Two halves of one ball share a labelled centre, not a pole.
    upper, lower = solid("hemisphere a = O"), solid("hemisphere b = O")
    assert set(upper.labels) & set(lower.labels) == {"O"}


@pytest.mark.parametrize(
    "text",
    [
        "cube ABCD", "cube ABC-DEFGH", "cuboid ABCDEFG", "prism ABCD", "prism ABCDEFG", "prism ABCD-EF", "pyramid ABC",
        "pyramid AB-CDE", "tetrahedron ABC", "tetrahedron ABCDE", "tetrahedron AB-CD", "frustum ABC", "octahedron ABC",
        "octahedron ABC-DEF", "cylinder O", "cylinder OPQ", "cone ABC", "sphere OP", "hemisphere OP", "cube AABCDEFG",
        "pentagonal pyramid P-ABCD", "hexagonal prism ABC-DEF", "cube", "prism k", "polyhedron k", "composite k",
        "polyhedron faces(ABC, ACD, ADB, BDC)", "cube k = faces(ABC, ACD, ADB, BDC)", "cube k = a + b",
    ],
)  # fmt: skip
def test_labels_that_do_not_make_the_kind_are_refused(text: str) -> None:
    with pytest.raises(FigureError):
        solid(text)


FACES_REFUSED = [
    ("ABC, ACD, ADB", "do not close"),
    ("ABC, ACD, ADB, BDC, BDC", "exactly two faces"),
    ("AB, BC, CA", "not a face"),
    ("ABA, BAB", "not a face"),
    ("ABC, ACD, ADB, BDC, EFG, EGH, EHF, FHG", "separate pieces"),
    # The projective plane on six vertices (Möbius): every edge lies in two triangles, yet there is one side only.
    ("ABC, ACD, ADE, AEF, AFB, BCE, CDF, DEB, EFC, FBD", "one-sided"),
]


@pytest.mark.parametrize(("faces", "problem"), FACES_REFUSED, ids=[row[1] for row in FACES_REFUSED])
def test_faces_that_do_not_bound_one_solid_are_refused(faces: str, problem: str) -> None:
    with pytest.raises(FigureError, match=problem):
        solid(f"polyhedron k = faces({faces})")


# Properties

ANY = ("regular", "right", "oblique")
ALLOWED: dict[str, tuple[str, ...]] = dict.fromkeys(
    ("cube", "cuboid", "polyhedron", "composite", "sphere", "hemisphere"), ()
)
ALLOWED |= {"octahedron": ("regular",), "tetrahedron": ("regular",), "parallelepiped": ("right", "oblique")}
ALLOWED |= {"prism": ANY, "pyramid": ANY, "frustum": ANY}


@pytest.mark.parametrize("kind", ALLOWED)
@pytest.mark.parametrize("word", ["regular", "right", "oblique"])
def test_a_property_is_taken_exactly_where_it_makes_sense(kind: str, word: str) -> None:
    labels = "P-ABC" if kind == "pyramid" else "ABC-DEF"
    text = f"{word} {kind} {labels}" if KINDS[kind].has_base else f"{word} {kind} k"
    if word in ALLOWED[kind]:
        assert solid(text).properties == (word,)
    elif not (word == "right" and KINDS[kind].family == "round"):
        with pytest.raises(FigureError, match=f"a {kind} cannot be '{word}'"):
            solid(text)


@pytest.mark.parametrize("kind", ["cylinder", "cone", "cone_frustum"])
@pytest.mark.parametrize("word", ["regular", "oblique"])
def test_a_round_solid_is_always_right_and_never_oblique(kind: str, word: str) -> None:
    assert solid(f"right {kind} k") == solid(f"{kind} k")
    with pytest.raises(FigureError):
        solid(f"{word} {kind} k")


@pytest.mark.parametrize("words", ["oblique right", "right oblique", "oblique regular"])
def test_a_solid_is_not_oblique_and_right_at_once(words: str) -> None:
    with pytest.raises(FigureError, match="oblique"):
        solid(f"{words} prism ABC-DEF")


# Promises


@pytest.mark.parametrize("text", [*TEXTS, "cylinder k", "cone k", "cone_frustum k", "sphere k", "hemisphere O"])
def test_what_a_solid_promises_is_itself_a_readable_figure(text: str) -> None:
    found = solid(text)
    promises = [f"given {print_condition(c)}" for c in implied_conditions(found)]
    again = parse_figure("\n".join([f"solid {text}", *promises, f"find volume({found.name})"]))
    assert again.givens == implied_conditions(found)


@pytest.mark.parametrize("property_", ["regular", "right", "oblique"])
@pytest.mark.parametrize("kind", ["prism ABC-DEF", "pyramid P-ABCD", "frustum ABCD-EFGH"])
def test_a_property_adds_a_promise(kind: str, property_: str) -> None:
    assert len(implied_conditions(solid(f"{property_} {kind}"))) > len(implied_conditions(solid(kind))) - (
        property_ == "regular"
    )
    assert implied_conditions(solid(f"{property_} {kind}")) != implied_conditions(solid(kind))
