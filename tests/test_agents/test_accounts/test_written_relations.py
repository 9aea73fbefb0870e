"""Relations that a statement writes with labels: as conditions of the notation, without a reading."""

import pytest

from agents.language.statements.written_relations import written_relations


@pytest.mark.parametrize(
    ("text", "conditions"),
    [
        ("Edge AB has length 3 cm.", ["AB = 3"]),
        ("The length of BC is 4.", ["BC = 4"]),
        ("The area of face $ABC$ is $15\\mbox{cm}^2$.", ["area(A, B, C) = 15"]),
        ("The dihedral angle A-BC-D is 60°.", ["dihedral(A-BC-D) = 60°"]),
        ("The base ABCD is a square.", ["square(A, B, C, D)"]),
        ("$\\triangle DEF$ is equilateral.", ["equilateral(D, E, F)"]),
        ("Rectangle ABCD is the base.", ["rectangle(A, B, C, D)"]),
        ("An equilateral triangle ABC is given.", ["equilateral(A, B, C)"]),
        ("The point F lies on edge PA.", ["on(F, segment(P, A))"]),
        ("O is the center of face ABCD.", ["vector(A, O) = vector(O, C)"]),
        ("The distance from P to A is 2.", ["PA = 2"]),
        ("A = (0, 1, 2) and B = (3, 1, -2).", ["AB = sqrt(25)"]),
        (
            "D and E are the midpoints of AB and AC, respectively.",
            ["vector(A, D) = vector(D, B)", "vector(A, E) = vector(E, C)"],
        ),
        (
            "The areas of faces SAB, SAC and SBC are 3, 4 and 6, respectively.",
            ["area(S, A, B) = 3", "area(S, A, C) = 4", "area(S, B, C) = 6"],
        ),
        ("No face ABC is a square.", []),
        ("AB + CD = 5.", []),
        ("AB is 3 times CD.", []),
    ],
)
def test_relations_with_labels(text: str, conditions: list[str]) -> None:
    assert [condition for _, condition in written_relations(text)] == conditions
