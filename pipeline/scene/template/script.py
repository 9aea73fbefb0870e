"""The offline twin of the code-writing model: a readable bpy script that builds exactly what a brief asks for.

Deterministic: the same brief gives the same text. Handles every solid of the catalogue; a composite is joined, cut or
hollowed as its plan says. Accepts every valid brief.
"""

import json
import math
from collections.abc import Iterator

import numpy as np

from pipeline.scene.palette import colour_named
from pipeline.scene.part_shapes import axis_frame
from pipeline.scene.records import MarkerBrief, Part, PolyhedralPart, RoundPart, SceneBrief
from pipeline.scene.template import parts as text
from pipeline.scene.template.plan import Plan, plan
from pipeline.scene.template.shapes import SEGMENTS, first_spoke, tool

DECIMALS = 9
"""Coordinates are written to a nanometre; a mesh in Blender holds about seven digits anyway."""


def write_script(brief: SceneBrief) -> str:
    """A script under the scene-script contract that builds the solid and the markers of `brief`."""
    steps = plan(brief.parts)
    pieces = [text.HEAD.format(title=_title(brief), imports=_imports(brief, steps)), *_helpers(brief, steps)]
    tools = {what for _, what in steps.cuts}
    pieces += [_part_text(f"part_{n}", p, brief) for n, p in enumerate(brief.parts) if n not in tools]
    pieces += [
        _part_text(f"tool_{n}", tool(brief.parts[what], brief.parts[host]), brief)
        for n, (host, what) in enumerate(steps.cuts)
    ]
    pieces += ["\n\n", "\n".join(_assembly(brief, steps)), "\n"]
    if brief.markers:
        pieces += ["\n", *(_marker_text(marker) for marker in brief.markers)]
    return "".join(pieces)


def _title(brief: SceneBrief) -> str:
    names = [f"{'' if p.role == 'added' else 'without a '}{p.kind.replace('_', ' ')}" for p in brief.parts]
    return f"{', '.join(names).capitalize()} with {len(brief.markers)} marked points."


def _imports(brief: SceneBrief, steps: Plan) -> str:
    math_line = "import math\n\n" if any(isinstance(part, RoundPart) for part in brief.parts) else ""
    shape_line = "import bmesh\n" if steps.cuts or steps.unions else ""
    return f"{math_line}{shape_line}import bpy"


def _helpers(brief: SceneBrief, steps: Plan) -> Iterator[str]:
    """The functions this script needs, in the order they build on each other."""
    if any(isinstance(part, RoundPart) for part in brief.parts):
        yield text.SEGMENTS.format(segments=SEGMENTS)
        yield text.TURNED
    if any(isinstance(part, PolyhedralPart) for part in brief.parts):
        yield text.FLAT_FACED
    yield text.ADD_MESH
    if steps.cavities:
        yield text.INSIDE_OUT
    if steps.cuts or steps.unions:
        yield text.COMBINED
        yield text.SHELL_OF
    if len(brief.parts) > 1:
        yield text.JOINED
    if brief.markers:
        yield text.MARKERS.replace("{radius}", str(brief.marker_radius_m))


def _part_text(name: str, part: Part, brief: SceneBrief) -> str:
    head = f"\n\n{name} = "
    if isinstance(part, PolyhedralPart):
        vertices = "".join(f"        {_quoted(label)}: {_tuple(place)},\n" for label, place in part.vertices_m.items())
        faces = "".join(f"        [{', '.join(_quoted(label) for label in face)}],\n" for face in part.faces)
        return f"{head}flat_faced(\n    {{\n{vertices}    }},\n    [\n{faces}    ],\n)"
    base, axis, _ = axis_frame(part)
    spoke = _tuple(first_spoke(part, brief.parts), 15)
    rows = "".join(f"        ({height!r}, {radius!r}),\n" for height, radius in outline_rows(part))
    return f"{head}turned(\n    {_tuple(base)},\n    {_tuple(axis, 15)},\n    {spoke},\n    [\n{rows}    ],\n)"


def outline_rows(part: RoundPart) -> list[tuple[float, float]]:
    """(height over the base point, radius) from bottom to top; a sphere is measured from its centre."""
    r, height = part.radius_m, axis_frame(part)[2]
    if part.kind in ("sphere", "hemisphere"):
        quarter = SEGMENTS // 4
        first = -quarter if part.kind == "sphere" else 0
        turns = [math.pi / 2 * k / quarter for k in range(first + (part.kind == "sphere"), quarter)]
        rows = [(r * math.sin(t), r * math.cos(t)) for t in turns]
        rows = [*([(-r, 0.0)] if part.kind == "sphere" else []), *rows, (r, 0.0)]
    else:
        rows = [(0.0, r), (height, part.top_radius_m)]
    return [(_rounded(h), _rounded(x)) for h, x in rows]


def _assembly(brief: SceneBrief, steps: Plan) -> Iterator[str]:
    if len(brief.parts) == 1:
        yield 'add_object("Solid", part_0)'
        return
    spent = {what for _, what in steps.unions}
    shaped = {n for pair in (*steps.cuts, *steps.unions) for n in pair}
    for n in sorted(shaped & {n for n, part in enumerate(brief.parts) if part.role == "added"}):
        yield f'thing_{n} = add_object("Part {n}", part_{n})'
    for n, (host, _) in enumerate(steps.cuts):
        yield f'combined(thing_{host}, add_object("Tool", tool_{n}), "DIFFERENCE")'
    for into, what in steps.unions:
        yield f'combined(thing_{into}, thing_{what}, "UNION")'
    left = [n for n, part in enumerate(brief.parts) if part.role == "added" and n not in spent]
    shells = [f"shell_of(thing_{n})" if n in shaped else f"part_{n}" for n in left]
    shells += [f"inside_out(part_{n})" for n in steps.cavities]
    yield f'add_object("Solid", joined([{", ".join(shells)}]))'


def _marker_text(marker: MarkerBrief) -> str:
    colour = ", ".join(f"{c:.6f}" for c in colour_named(marker.colour).linear_rgb)
    return f"add_marker({_quoted(marker.object_name)}, {_tuple(marker.position_m)}, ({colour}))\n"


def _quoted(word: str) -> str:
    return json.dumps(word, ensure_ascii=False)


def _rounded(value: float, decimals: int = DECIMALS) -> float:
    # Adding zero turns -0.0 into 0.0, which reads better.
    return round(float(value), decimals) + 0.0


def _tuple(place: "tuple[float, ...] | np.ndarray[tuple[int], np.dtype[np.float64]]", decimals: int = DECIMALS) -> str:
    return f"({', '.join(repr(_rounded(c, decimals)) for c in place)})"
