"""A scene brief in words: the blocks that fill the placeholders of `prompts/scene_script.md`.

Numbers are written to a hundredth of a millimetre or better, well within the tolerances of the audit. Contains
everything that a script needs, and nothing of the problem's statement.
"""

from collections.abc import Iterator

from geometry.shapes.coordinates import Vec3
from pipeline.scene.palette import colour_named
from pipeline.scene.records import MarkerBrief, Part, PolyhedralPart, RoundPart, SceneBrief

DECIMALS = 6
"""Digits after the point: a micrometre."""


def prompt_inputs(brief: SceneBrief) -> dict[str, str]:
    """The text of each placeholder."""
    return {"solid": solid_text(brief), "markers": markers_text(brief)}


def solid_text(brief: SceneBrief) -> str:
    """The parts with their vertices and faces or centres and radii, and the volume of the whole."""
    blocks = [_part_text(n, part, len(brief.parts)) for n, part in enumerate(brief.parts, start=1)]
    return "\n\n".join([*blocks, f"Volume of the whole: {brief.volume_m3:.6g} cubic metres."])


def markers_text(brief: SceneBrief) -> str:
    """One line per marker, or a sentence that there are none."""
    if not brief.markers:
        return "No markers: the solid is all there is."
    head = f"Balls of radius {_number(brief.marker_radius_m)} (object name: centre, linear base colour):"
    return "\n".join([head, *(_marker_line(marker) for marker in brief.markers)])


def _part_text(number: int, part: Part, count: int) -> str:
    kind = part.kind.replace("_", " ")
    use = "" if count == 1 else ", to be built" if part.role == "added" else ", to be cut away"
    lines = _polyhedron_lines(part) if isinstance(part, PolyhedralPart) else _round_lines(part)
    return "\n".join([f"Part {number}: {kind}{use}", *lines])


def _polyhedron_lines(part: PolyhedralPart) -> Iterator[str]:
    yield "Vertices:"
    yield from (f"  {label} = {_place(place)}" for label, place in part.vertices_m.items())
    yield "Faces, counter-clockwise seen from outside the part:"
    yield from (f"  {' '.join(face)}" for face in part.faces)


def _round_lines(part: RoundPart) -> Iterator[str]:
    base, top, radius = _place(part.base_m), _place(part.top_m), _number(part.radius_m)
    match part.kind:
        case "sphere":
            yield f"  centre {base}, radius {radius}"
        case "hemisphere":
            yield f"  centre of the flat face {base}, pole of the dome {top}, radius {radius}"
        case "cone":
            yield f"  centre of the base {base}, apex {top}, radius of the base {radius}"
        case "cylinder":
            yield f"  centre of the base {base}, centre of the top {top}, radius {radius}"
        case _:
            yield f"  centre of the base {base}, radius of the base {radius}"
            yield f"  centre of the top {top}, radius of the top {_number(part.top_radius_m)}"


def _marker_line(marker: MarkerBrief) -> str:
    colour = ", ".join(f"{c:.4f}" for c in colour_named(marker.colour).linear_rgb)
    return f"  {marker.object_name}: {_place(marker.position_m)}, ({colour})"


def _place(place: Vec3) -> str:
    return f"({', '.join(_number(c) for c in place)})"


def _number(value: float) -> str:
    # Adding zero turns -0.0 into 0.0.
    return f"{round(value, DECIMALS) + 0.0:.{DECIMALS}f}".rstrip("0").rstrip(".")
