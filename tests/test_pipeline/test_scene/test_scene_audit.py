"""The audit passes what the template builds of every kind of solid, and fails the same scene once it is changed."""

import pytest

from geometry.notation.catalogue import KINDS
from geometry.notation.main_solid import main_solid
from pipeline.scene.records import SceneBrief, SceneData
from pipeline.scene.smooth_faces import with_smooth_faces
from pipeline.scene.template.script import write_script
from tests.support.audited_scenes import brief_of, edited, failures, inside_out, lifted, scaled
from tests.support.scene_batches import run_scripts
from tests.support.solved_figures import chosen_cases, solved

pytestmark = pytest.mark.blender

Built = dict[str, tuple[SceneBrief, SceneData]]

CASES = dict(list(chosen_cases().items())[::2]) | {n: t for n, t in chosen_cases().items() if "solid composite" in t}
OF_EACH_KIND = {
    "parallelepiped": "solid parallelepiped ABCD-A1B1C1D1\ngiven AB = 2, AD = 3, AA1 = 2, angle(B,A,D) = 60°,"
    " angle(A1,A,B) = 60°, angle(A1,A,D) = 60°\nfind AC1",
    "oblique pyramid": "solid pyramid P-ABCDE\ngiven regular(A,B,C,D,E), AB = 2, PA ⟂ ABC, PA = 5\nfind PC",
    "frustum": "solid regular frustum ABC-A1B1C1\ngiven AB = 4, A1B1 = 2, AA1 = 3\nfind AC1",
    "octahedron": "solid regular octahedron P-ABCD-Q\ngiven AB = 2\nfind PQ",
    "icosahedron": "solid icosahedron P-ABCDE-FGHIJ-Q\ngiven AB = 2\nfind AC",
    "dodecahedron": "solid dodecahedron k\ngiven edge(k) = 2\nfind volume(k)",
    "cone_frustum": "solid cone_frustum k = O-O1\ngiven radius(k) = 1, top_radius(k) = 2, height(k) = 2\nfind slant(k)",
    "hemisphere": "solid hemisphere O\ngiven radius(O) = 2\nfind volume(O)",
    "pinched at corners": "solid cylinder k\nsolid regular hexagonal prism c\nsolid composite t = k - c\n"
    "given radius(k) = 2, height(k) = 3, inscribed(c, k)\nfind volume(t)",
    "pinched at a rim": "solid cube k\nsolid cone c\nsolid composite t = k - c\n"
    "given edge(k) = 2, inscribed(c, k)\nfind volume(t)",
    "hollow stack": "solid cylinder a\nsolid hemisphere b\nsolid cone c\nsolid composite t = a + b - c\n"
    "given radius(a) = radius(b) = 2, height(a) = 3, stacked(b, a), inscribed(c, a)\nfind volume(t)",
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Brief and scene of every case, all built by one Blender process."""
    briefs = {name: brief_of(text) for name, text in (CASES | OF_EACH_KIND).items()}
    scenes = run_scripts([write_script(b) for b in briefs.values()], tmp_path_factory.mktemp("scenes"))
    return {name: (briefs[name], scene) for name, scene in zip(briefs, scenes, strict=True)}


def test_the_cases_hold_every_kind_of_the_catalogue() -> None:
    shown = {main_solid(solved(text)[0]).kind for text in (CASES | OF_EACH_KIND).values()}
    assert shown == set(KINDS)


@pytest.mark.parametrize("name", [*CASES, *OF_EACH_KIND])
def test_what_the_template_builds_passes(built: Built, name: str) -> None:
    brief, scene = built[name]
    assert [check.sentence for check in failures(brief, scene)] == []


@pytest.mark.parametrize("name", [*CASES, *OF_EACH_KIND])
def test_the_brief_finds_smooth_what_the_template_made_smooth(built: Built, name: str) -> None:
    brief, scene = built[name]
    for claimed in (True, False):
        lying = edited(scene, smooth=[claimed] * len(scene.faces))
        assert with_smooth_faces(brief, lying).smooth == scene.smooth


@pytest.mark.parametrize("name", [*list(CASES)[::2], *OF_EACH_KIND])
def test_the_same_scene_lifted_enlarged_or_turned_inside_out_fails(built: Built, name: str) -> None:
    brief, scene = built[name]
    # One of the three a case, in turn: each is met by solids of every sort.
    wrong = (lambda s: lifted(s, 0.001), lambda s: scaled(s, 1.01), inside_out)[list(built).index(name) % 3]
    assert failures(brief, wrong(scene))
