"""The batched cut of the search agrees with the part that is really built."""

import numpy as np
import pytest

from geometry.measures.body_measures import convex
from geometry.notation.resolve import parse_figure
from geometry.shapes import polyhedra
from geometry.shapes.batch_cuts import cut
from geometry.shapes.bodies import body_of
from geometry.shapes.state import FigureState
from geometry.shapes.templates import template_for
from geometry.shapes.values import Plane, PolyBody

SOLIDS = [
    "cube ABCD-EFGH",
    "cuboid ABCD-EFGH",
    "parallelepiped ABCD-EFGH",
    "prism ABCDE-FGHIJ",
    "pyramid P-ABCDEF",
    "tetrahedron ABCD",
    "frustum ABCD-EFGH",
    "octahedron P-ABCD-Q",
]


def bodies(words: str, count: int, seed: int) -> PolyBody:
    """`count` random shapes of one kind, as a batch."""
    solid = parse_figure(f"solid {words}\nfind volume({words.split()[-1]})").solids[0]
    template = template_for(solid, ())
    rng = np.random.default_rng(seed)
    vertices = template.build(template.start * np.exp(0.1 * rng.normal(size=(count, len(template.start)))))
    state = FigureState({solid.name: solid}, points={x: vertices[:, i] for i, x in enumerate(solid.labels)})
    body = body_of(solid, state)
    assert isinstance(body, PolyBody)
    return body


@pytest.mark.slow
@pytest.mark.parametrize("words", SOLIDS)
def test_volume_faces_and_section_agree_with_the_built_part(words: str) -> None:
    body = bodies(words, 6, seed=1)
    rng = np.random.default_rng(2)
    centre = body.vertices.mean(axis=1)
    plane = Plane(centre + 0.1 * rng.normal(size=centre.shape), rng.normal(size=centre.shape))
    found = cut(body, plane)
    for i in range(6):
        single = convex(PolyBody(body.vertices[i], body.faces, body.kind))
        part = polyhedra.clip(single, plane.point[i], plane.normal[i])
        section = polyhedra.polygon_area(polyhedra.section(single, plane.point[i], plane.normal[i]))
        assert found.volume[i] == pytest.approx(polyhedra.volume(part), rel=1e-10)
        assert found.section[i] == pytest.approx(section, rel=1e-10)
        assert found.old_faces[i] + found.section[i] == pytest.approx(polyhedra.surface_area(part), rel=1e-10)


@pytest.mark.parametrize("words", SOLIDS)
def test_the_two_parts_make_the_whole_and_share_the_section(words: str) -> None:
    body = bodies(words, 5, seed=3)
    plane = Plane(body.vertices.mean(axis=1), np.array([0.3, -0.5, 0.8]))
    above, below = cut(body, plane), cut(body, Plane(plane.point, -plane.normal))
    whole = [polyhedra.volume(convex(PolyBody(v, body.faces, body.kind))) for v in body.vertices]
    assert above.volume + below.volume == pytest.approx(np.array(whole), rel=1e-10)
    assert above.section == pytest.approx(below.section, rel=1e-10)
