"""From a fitted figure to the brief of its scene: the solid's parts, its volume, and a coloured marker per vertex.

Only visible points are marked: named vertices on the surface, and further points on request. Rejects more markers than
the palette has colours, and points that are not on the surface.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import Literal

import numpy as np

from geometry.checks import Check
from geometry.errors import GeometryError
from geometry.measures.body_measures import volume
from geometry.notation import syntax as s
from geometry.notation.catalogue import faces_of, is_hidden
from geometry.notation.main_solid import Sign, main_solid, simple_parts
from geometry.pose.fitted import Fitted
from geometry.shapes.bodies import body_of
from geometry.shapes.coordinates import Vec3
from geometry.shapes.polyhedra import signed_volume
from geometry.shapes.state import FigureState, state_of
from geometry.shapes.values import RoundBody
from pipeline.scene.records import MarkerBrief, Part, PolyhedralPart, RoundPart, SceneBrief
from pipeline.scene.size_steps import LARGEST, SizeStep, least_spacing_m, size_step
from pipeline.scene.template.plan import plan
from pipeline.scene.visible_points import on_surface

Role = Literal["added", "removed"]


def scene_brief(
    figure: s.Figure,
    fitted: Fitted,
    palette: Sequence[str],
    extra: Sequence[str] = (),
    only: Collection[str] | None = None,
) -> SceneBrief:
    """What a script has to build; `palette` names the colours in the order they are assigned, vertices first.

    `extra` are labels of further points of the figure to mark; each must lie on the solid's surface. With `only`, no
    other vertices are marked than these.
    """
    state = state_of(figure, fitted.coordinates)
    solid = main_solid(figure)
    declared = simple_parts(figure, solid)
    parts = tuple(_part(sign, decl, state) for sign, decl in declared)
    labels = [label for label in _marked(declared, parts, state) if only is None or label in only]
    labels += [label for label in _checked_extra(parts, state, extra) if label not in labels]
    return SceneBrief(
        parts=parts,
        markers=tuple(_markers(labels, state, palette)),
        volume_m3=float(volume(body_of(solid, state))),
        scale=fitted.scale,
        marker_radius_m=size_step(fitted.longest_m).script_marker_radius_m,
    )


def _part(sign: Sign, solid: s.SolidDecl, state: FigureState) -> Part:
    role: Role = "added" if sign == "+" else "removed"
    body = body_of(solid, state)
    if isinstance(body, RoundBody):
        return _round_part(body, role)
    faces = faces_of(solid)
    index = {label: i for i, label in enumerate(solid.labels)}
    corners = np.array([state.points[label] for label in solid.labels])
    if float(signed_volume(corners, [[index[label] for label in face] for face in faces])) < 0:
        faces = tuple(face[::-1] for face in faces)
    vertices = {label: _vec(state.points[label]) for label in solid.labels}
    return PolyhedralPart(kind=solid.kind, role=role, vertices_m=vertices, faces=faces)


def _round_part(body: RoundBody, role: Role) -> RoundPart:
    radius = float(body.radius)
    top = body.base + np.array([0.0, 0.0, radius]) if body.kind == "sphere" else body.top
    return RoundPart(
        kind=body.kind,
        role=role,
        base_m=_vec(body.base),
        top_m=_vec(top),
        radius_m=radius,
        top_radius_m=float(body.top_radius) if body.kind in ("cylinder", "cone_frustum") else 0.0,
    )


def _marked(declared: Sequence[tuple[Sign, s.SolidDecl]], parts: Sequence[Part], state: FigureState) -> list[str]:
    """Labels of the solid's own visible points, in the order they are declared, each once."""
    labels = dict.fromkeys(label for _, solid in declared for label in solid.labels if not is_hidden(label))
    if len(parts) == 1 and isinstance(parts[0], PolyhedralPart):
        # Every vertex of a single polyhedron is visible, however sharp; it need not be probed.
        return list(labels)
    return [label for label in labels if on_surface(parts, _vec(state.points[label]))]


def _checked_extra(parts: Sequence[Part], state: FigureState, extra: Sequence[str]) -> list[str]:
    for label in extra:
        if label not in state.points or is_hidden(label):
            raise GeometryError(f"the figure has no point {label} to mark")
        if not on_surface(parts, _vec(state.points[label])):
            raise GeometryError(f"point {label} cannot be marked: it cannot be seen on the surface of the solid")
    return list(dict.fromkeys(extra))


def _markers(labels: Sequence[str], state: FigureState, palette: Sequence[str]) -> Iterator[MarkerBrief]:
    if len(set(palette)) < len(palette):
        raise ValueError("a colour occurs twice in the palette; markers could not be told apart")
    if len(labels) > len(palette):
        raise GeometryError(
            f"the solid has {len(labels)} points to mark ({', '.join(labels)}) and the palette {len(palette)} colours;"
            " use a larger palette"
        )
    for label, colour in zip(labels, palette, strict=False):
        yield MarkerBrief(label=label, colour=colour, position_m=_vec(state.points[label]))


def marker_spacing(brief: SceneBrief, step: SizeStep = LARGEST) -> Check:
    """Whether the markers do not overlap in a film of that size step, where close ones are drawn smaller.

    Not part of the audit of a script, which cannot change it: close markers are allowed, and the caller decides whether
    two overlapping balls can still be distinguished.
    """
    pairs = [(np.subtract(a.position_m, b.position_m), a, b) for a, b in combinations(brief.markers, 2)]
    gaps = sorted((float(np.linalg.norm(gap)), a.label, b.label) for gap, a, b in pairs)
    least, needed = (gaps[0][0] if gaps else float("inf")), least_spacing_m(step)
    close = [f"{a} and {b} ({gap:.3f} m)" for gap, a, b in gaps if gap < needed]
    return Check(
        name="markers stand clear of each other",
        status="failed" if close else "passed",
        measured=max(0.0, 1 - least / needed),
        tolerance=0.0,
        sentence=f"markers overlap: {'; '.join(close)}" if close else "every two markers are at least a ball apart",
    )


def open_hollows(brief: SceneBrief) -> Check:
    """Whether every hollow opens into the surface; a sealed cavity is not visible in any picture."""
    sealed = [brief.parts[n].kind.replace("_", " ") for n in plan(brief.parts).cavities]
    return Check(
        name="hollows open into the surface",
        status="failed" if sealed else "passed",
        measured=float(len(sealed)),
        tolerance=0.0,
        sentence=f"a hollow is sealed inside and cannot be seen: {', '.join(sealed)}"
        if sealed
        else "no hollow is sealed",
    )


def _vec(p: object) -> Vec3:
    x, y, z = np.asarray(p, dtype=np.float64)
    return (float(x), float(y), float(z))
