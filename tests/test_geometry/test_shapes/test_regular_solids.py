"""Icosahedra and dodecahedra: always regular, dual to each other, and a dent does not pass for regular."""

import numpy as np
import pytest

from geometry.conditions.verify import verify
from geometry.notation.catalogue import edges_of, faces_of, neighbours_in_order
from geometry.notation.printer import print_figure
from geometry.notation.resolve import parse_figure
from geometry.report.check_figure import measured_figure
from geometry.shapes.coordinates import Coordinates
from geometry.shapes.polyhedra import convex_hull

TEXTS = {
    "icosahedron": "solid icosahedron k = P-ABCDE-FGHIJ-Q\ngiven edge(k) = 2\nfind volume(k)",
    "dodecahedron": "solid dodecahedron k = ABCDE-FGHIJ-KLMNO-PQRST\ngiven edge(k) = 2\nfind volume(k)",
}


def coordinates_of(kind: str) -> Coordinates:
    found = measured_figure(parse_figure(TEXTS[kind])).coordinates
    assert found != "none"
    return found


@pytest.mark.parametrize("kind", TEXTS)
def test_the_word_regular_may_be_left_out(kind: str) -> None:
    short, long = parse_figure(TEXTS[kind]), parse_figure(TEXTS[kind].replace(kind, f"regular {kind}"))
    assert short == long
    assert f"solid regular {kind} k" in print_figure(short)


@pytest.mark.parametrize("kind", TEXTS)
def test_the_faces_of_the_catalogue_are_those_of_the_convex_hull(kind: str) -> None:
    points = coordinates_of(kind).points
    (solid,) = parse_figure(TEXTS[kind]).solids
    place = {label: i for i, label in enumerate(solid.labels)}
    hull = convex_hull(np.array([points[label] for label in solid.labels]))
    ours = {frozenset(np.round([points[label] for label in face], 6).ravel()) for face in faces_of(solid)}
    theirs = {frozenset(np.round(hull.vertices[list(face)], 6).ravel()) for face in hull.faces}
    assert len(place) == len(points)
    assert ours == theirs


@pytest.mark.parametrize("kind", TEXTS)
def test_edges_are_equal_and_neighbours_are_joined_by_them(kind: str) -> None:
    points = coordinates_of(kind).points
    (solid,) = parse_figure(TEXTS[kind]).solids
    lengths = [np.linalg.norm(np.subtract(points[a], points[b])) for a, b in edges_of(solid)]
    assert lengths == pytest.approx([2.0] * 30)
    edges = {frozenset(edge) for edge in edges_of(solid)}
    for label in solid.labels:
        ring = neighbours_in_order(solid, label)
        assert {frozenset((label, other)) for other in ring} == {edge for edge in edges if label in edge}


def test_the_centres_of_a_dodecahedrons_faces_are_an_icosahedron() -> None:
    points = coordinates_of("dodecahedron").points
    (solid,) = parse_figure(TEXTS["dodecahedron"]).solids
    centres = np.array([np.mean([points[label] for label in face], axis=0) for face in faces_of(solid)])
    apart = np.linalg.norm(centres[:, None] - centres[None], axis=-1)
    nearest = np.sort(apart, axis=1)[:, 1:6]
    assert np.ptp(nearest) < 1e-9


def test_a_dented_icosahedron_has_equal_edges_and_is_rejected() -> None:
    figure = parse_figure(TEXTS["icosahedron"])
    found = coordinates_of("icosahedron")
    ring = np.array([found.points[label] for label in "ABCDE"])
    middle = ring.mean(axis=0)
    x, y, z = 2 * middle - np.array(found.points["P"])
    dented = found.model_copy(update={"points": {**found.points, "P": (float(x), float(y), float(z))}})
    (solid,) = figure.solids
    lengths = [np.linalg.norm(np.subtract(dented.points[a], dented.points[b])) for a, b in edges_of(solid)]
    assert lengths == pytest.approx([2.0] * 30)
    assert any(check.status == "failed" for check in verify(figure, dented))


@pytest.mark.parametrize("measure", ["height", "base_area", "slant", "lateral_edge"])
@pytest.mark.parametrize("kind", TEXTS)
def test_what_needs_a_base_is_refused(kind: str, measure: str) -> None:
    article = "an" if kind == "icosahedron" else "a"
    found = measured_figure(parse_figure(f"solid {kind} k\ngiven edge(k) = 1\nfind {measure}(k)"))
    assert found.status == "unmeasurable"
    assert found.reason.startswith(f"{article} {kind} has no ")
