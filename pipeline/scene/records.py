"""Records of the Blender side: what a scene must contain, what a script built, and how the orbit is filmed.

Data only. Lengths are metres in the scene's frame: z up, the floor is z = 0, the solid is around the origin.
"""

from typing import Annotated, Literal

from pydantic import FailFast, Field

from geometry.checks import Check
from geometry.pose.fitted import Fitted
from geometry.record import Evidence, Record
from geometry.shapes.coordinates import Vec3
from pipeline.scene.size_steps import LARGEST
from workers.blender_jobs import Rgb


class PolyhedralPart(Record):
    """A flat-faced solid by its vertices and outward faces."""

    shape: Literal["polyhedral"] = "polyhedral"
    kind: str
    """Kind of the catalogue, such as `pyramid`."""
    role: Literal["added", "removed"] = "added"
    vertices_m: dict[str, Vec3]
    """Position of each vertex by label; hidden labels (`k.1`) are vertices that the notation cannot name."""
    faces: tuple[tuple[str, ...], ...]
    """Label cycles, counter-clockwise seen from outside."""


class RoundPart(Record):
    """A solid of revolution."""

    shape: Literal["round"] = "round"
    kind: Literal["cylinder", "cone", "cone_frustum", "sphere", "hemisphere"]
    role: Literal["added", "removed"] = "added"
    base_m: Vec3
    """Centre of the base; for a sphere its centre; for a hemisphere the centre of its flat face."""
    top_m: Vec3
    """Centre of the top or the apex; for a sphere its highest point; for a hemisphere its pole."""
    radius_m: float = Field(gt=0)
    """Radius of the base, or of the sphere."""
    top_radius_m: float = Field(default=0.0, ge=0)
    """Radius of the top: the cylinder's own, the frustum's, else 0."""


Part = Annotated[PolyhedralPart | RoundPart, Field(discriminator="shape")]


class MarkerBrief(Record):
    """A coloured ball to put on a vertex."""

    label: str
    """The vertex as the statement calls it, such as `A1`."""
    colour: str
    """Name of a colour of the palette, such as `orange`."""
    position_m: Vec3

    @property
    def object_name(self) -> str:
        return f"{self.label}_{self.colour}"


class SceneBrief(Record):
    """What a scene script has to build, and what its result is audited against."""

    parts: tuple[Part, ...]
    """The solid: the parts joined, then the removed ones cut away. One part unless it is a composite."""
    markers: tuple[MarkerBrief, ...]
    volume_m3: float = Field(gt=0)
    """Volume of the whole, measured by the kernel."""
    scale: float = Field(gt=0)
    """Metres in the scene per unit of the statement."""
    marker_radius_m: float = Field(default=LARGEST.script_marker_radius_m, gt=0)
    """Radius of every marker."""


class Marker(Record):
    """A marker as a script made it."""

    name: str
    position_m: Vec3
    radius_m: float
    colour_rgb: Rgb
    """Linear base colour, 0 to 1."""


_LONG = (FailFast(), Field(max_length=1_000_000))
"""For lists whose length a script determines: validation stops at the first error, many could fill the memory."""


class SceneData(Record):
    """The result of a scene script: plain numbers from which the trusted renderer builds its own scene."""

    vertices_m: Annotated[tuple[Vec3, ...], *_LONG]
    faces: Annotated[tuple[Annotated[tuple[int, ...], *_LONG], ...], *_LONG]
    """Vertex indices, counter-clockwise seen from outside."""
    smooth: Annotated[tuple[bool, ...], *_LONG]
    """Per face: smooth shading (round surfaces) or flat; after the audit, as the brief determines."""
    markers: Annotated[tuple[Marker, ...], *_LONG]
    strays: Annotated[tuple[str, ...], *_LONG] = ()
    """Objects, drivers, handlers and other things that the contract does not allow, as `type name`."""


class FittedScene(Evidence):
    """The figure in the scene, and what a script has to build."""

    fitted: Fitted
    brief: SceneBrief
    checks: tuple[Check, ...] = ()

    @property
    def colours(self) -> dict[str, str]:
        """Colour by label of every marked point."""
        return {marker.label: marker.colour for marker in self.brief.markers}
