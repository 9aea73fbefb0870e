"""The solid of a problem as an interactive plotly figure: faces, edges and its coloured vertices.

From the audited scene if a script built one, else from the fitted figure's parts, which are drawn one by one: parts
that are cut away are shown as such, not subtracted. Colours of text, edges and background are set by the page.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from geometry.record import Record
from pipeline.scene.audit.mesh_checks import Mesh, mesh_of
from pipeline.scene.palette import colour_named
from pipeline.scene.records import MarkerBrief, Part, RoundPart, SceneBrief, SceneData

Array = NDArray[np.float64]
Ring = tuple[int, ...]

SIDES: Final = 64
"""Corners of a circle: round at the size of a page."""
_BENDS: Final = 16
"""Rings of a quarter of a sphere."""
_SHARP: Final = np.cos(np.radians(20))
"""Faces that meet at a smaller angle belong to one rounded surface: no edge is drawn between them."""
_ROOM: Final = 0.06
"""Margin around the solid, as a share of its longest extent."""
CAMERA: Final = {"eye": {"x": 1.32, "y": 1.18, "z": 0.98}, "center": {"x": 0, "y": 0, "z": 0}}
"""An oblique view from above, close enough that a solid of length 1 fills the picture."""
_SOLID, _REMOVED = "#8fa3b8", "#c98b8b"


class Body(Record):
    """One mesh to draw."""

    vertices: tuple[tuple[float, float, float], ...]
    faces: tuple[Ring, ...]
    is_removed: bool = False
    """Cut away from the others."""


def solid_figure(brief: SceneBrief, scene: SceneData | None) -> dict[str, Any]:
    """Plotly's data and layout. The scene's own mesh is exact; without a scene the parts are drawn."""
    import plotly.graph_objects as go

    bodies = [Body(vertices=scene.vertices_m, faces=scene.faces)] if scene else [_body(p) for p in brief.parts]
    traces: list[Any] = []
    for body in bodies:
        mesh = mesh_of(body.vertices, body.faces)
        traces += [_faces(mesh, body.is_removed), _edges(mesh, body.is_removed)]
    figure = go.Figure([*traces, _balls(brief.markers)])
    figure.update_layout(
        template="none",
        scene=_room([*(p for body in bodies for p in body.vertices), *(m.position_m for m in brief.markers)]),
        margin={"l": 0, "r": 0, "t": 0, "b": 0},
        showlegend=False,
        paper_bgcolor="rgba(0,0,0,0)",
        dragmode="orbit",
    )
    found: dict[str, Any] = figure.to_plotly_json()
    return found


def _room(points: Sequence[Sequence[float]]) -> dict[str, Any]:
    """Axes of equal scale that contain the points and their labels, and the film's camera."""
    places = np.array(points, dtype=float)
    low, high = places.min(axis=0), places.max(axis=0)
    room = _ROOM * float((high - low).max())
    lengths = (high - low + 2 * room) / float((high - low + 2 * room).max())
    axes = {
        f"{name}axis": {"visible": False, "showspikes": False, "range": [float(a - room), float(b + room)]}
        for name, a, b in zip("xyz", low, high, strict=True)
    }
    ratio = {name: float(length) for name, length in zip("xyz", lengths, strict=True)}
    return {**axes, "aspectmode": "manual", "aspectratio": ratio, "camera": CAMERA}


def _faces(mesh: Mesh, is_removed: bool) -> Any:
    import plotly.graph_objects as go

    x, y, z = mesh.vertices.T
    i, j, k = mesh.triangles.T
    return go.Mesh3d(
        x=x.tolist(),
        y=y.tolist(),
        z=z.tolist(),
        i=i.tolist(),
        j=j.tolist(),
        k=k.tolist(),
        color=_REMOVED if is_removed else _SOLID,
        opacity=0.25 if is_removed else 0.45,
        flatshading=True,
        lighting={"ambient": 0.75, "diffuse": 0.5, "specular": 0.05},
        hoverinfo="skip",
        name="removed" if is_removed else "solid",
    )


def _edges(mesh: Mesh, is_removed: bool) -> Any:
    import plotly.graph_objects as go

    path: list[list[float | None]] = [[], [], []]
    for start, end in sharp_edges(mesh):
        for axis, (a, b) in enumerate(zip(mesh.vertices[start], mesh.vertices[end], strict=True)):
            path[axis] += [float(a), float(b), None]
    line = {"width": 3, "dash": "dash" if is_removed else "solid"}
    return go.Scatter3d(x=path[0], y=path[1], z=path[2], mode="lines", line=line, hoverinfo="skip", name="edges")


def _balls(markers: Sequence[MarkerBrief]) -> Any:
    import plotly.graph_objects as go

    x, y, z = np.array([m.position_m for m in markers], dtype=float).reshape(-1, 3).T
    return go.Scatter3d(
        x=x.tolist(),
        y=y.tolist(),
        z=z.tolist(),
        mode="markers+text",
        marker={"size": 7, "color": [hex_colour(m.colour) for m in markers], "line": {"width": 1}},
        text=[m.label for m in markers],
        customdata=[m.colour for m in markers],
        textposition="top center",
        hovertemplate="%{text}, %{customdata}<br>(%{x:.3f}, %{y:.3f}, %{z:.3f}) m<extra></extra>",
        name="vertices",
    )


def hex_colour(name: str) -> str:
    """A colour of the palette as a CSS hex code."""
    return "#" + "".join(f"{round(255 * channel):02x}" for channel in colour_named(name).srgb)


def sharp_edges(mesh: Mesh) -> list[tuple[int, int]]:
    """Vertex pairs of the edges where two faces meet at an angle; each once, in order."""
    areas = np.zeros((len(mesh.faces), 3))
    np.add.at(areas, mesh.face_of, mesh.vector_areas)
    lengths = np.linalg.norm(areas, axis=1, keepdims=True)
    normals = areas / np.where(lengths == 0, 1, lengths)
    sides: dict[tuple[int, int], list[int]] = {}
    for number, face in enumerate(mesh.faces):
        for a, b in zip(face, (*face[1:], face[0]), strict=True):
            sides.setdefault((min(a, b), max(a, b)), []).append(number)
    return [pair for pair, faces in sorted(sides.items()) if _is_sharp(normals[faces])]


def _is_sharp(normals: Array) -> bool:
    return len(normals) != 2 or float(normals[0] @ normals[1]) < _SHARP


def _body(part: Part) -> Body:
    if isinstance(part, RoundPart):
        vertices, faces = _turned(part)
    else:
        order = {label: number for number, label in enumerate(part.vertices_m)}
        vertices = np.array(list(part.vertices_m.values()))
        faces = [tuple(order[label] for label in face) for face in part.faces]
    rows = tuple((float(x), float(y), float(z)) for x, y, z in vertices)
    return Body(vertices=rows, faces=tuple(faces), is_removed=part.role == "removed")


def _turned(part: RoundPart) -> tuple[Array, list[Ring]]:
    """A solid of revolution: rings along its profile, quads between them, a cap where the profile ends in a disc."""
    base, top = np.array(part.base_m), np.array(part.top_m)
    axis = (top - base) / np.linalg.norm(top - base)
    aside = np.cross(axis, np.eye(3)[int(np.argmin(np.abs(axis)))])
    aside /= np.linalg.norm(aside)
    turns = np.arange(SIDES) * 2 * np.pi / SIDES
    circle = np.outer(np.cos(turns), aside) + np.outer(np.sin(turns), np.cross(axis, aside))
    profile = _profile(part, float(np.linalg.norm(top - base)))
    vertices = np.concatenate([base + height * axis + radius * circle for height, radius in profile])
    bands = [_band(number) for number in range(len(profile) - 1)]
    last = (len(profile) - 1) * SIDES
    caps = [tuple(reversed(range(SIDES))), tuple(range(last, last + SIDES))]
    discs = [cap for cap, (_, radius) in zip(caps, (profile[0], profile[-1]), strict=True) if radius > 0]
    return vertices, [*(face for band in bands for face in band), *discs]


def _profile(part: RoundPart, length: float) -> list[tuple[float, float]]:
    """Height over the base and radius, from the base to the top; a sphere's base is its centre."""
    if part.kind in ("sphere", "hemisphere"):
        first = -_BENDS if part.kind == "sphere" else 0
        angles = [number * np.pi / 2 / _BENDS for number in range(first, _BENDS + 1)]
        return [(part.radius_m * float(np.sin(a)), max(part.radius_m * float(np.cos(a)), 0.0)) for a in angles]
    return [(0.0, part.radius_m), (length, part.top_radius_m)]


def _band(number: int) -> Iterable[Ring]:
    low, high = number * SIDES, (number + 1) * SIDES
    for side in range(SIDES):
        following = (side + 1) % SIDES
        yield (low + side, low + following, high + following, high + side)
