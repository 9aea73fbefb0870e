"""Sizes of solids in the scene, in steps: what the camera, the rulers and the markers are adapted to.

The camera stays on its circle; its lens follows the size of the solid. Few steps, so that films of one step share their
plates of the room.
"""

from pydantic import Field

from geometry.record import Record


class SizeStep(Record):
    """What is adapted to solids up to one size."""

    longest_m: float = Field(gt=0)
    """The largest longest extent of a solid of this step."""
    fov_deg: float
    """Vertical field of view: solids of every step fill a like share of the frame."""
    aim_z_m: float
    """Height of the point that the camera looks at."""
    marker_radius_m: float
    """Radius of the markers in the film."""
    script_marker_radius_m: float
    """Radius of the markers that a scene script has to make."""


STEPS = (
    SizeStep(longest_m=0.8, fov_deg=12.2, aim_z_m=0.24, marker_radius_m=0.02, script_marker_radius_m=0.014),
    SizeStep(longest_m=1.25, fov_deg=19.0, aim_z_m=0.38, marker_radius_m=0.031, script_marker_radius_m=0.022),
    SizeStep(longest_m=2.0, fov_deg=30.0, aim_z_m=0.6, marker_radius_m=0.05, script_marker_radius_m=0.035),
)
"""From small to large; each is 1.6 times the one before."""
LARGEST = STEPS[-1]

LEAST_MARKER_SHARE = 0.4
"""The least radius of a marker in a film, as a share of the step's: four pixels in a film of 900 lines.

Measured: after compression every palette colour is recognised on balls of 4.2 pixels, and not on balls of 3.1.
"""


def least_spacing_m(step: SizeStep) -> float:
    """Distance of two marked points below which their balls overlap even at their least radius."""
    return 2 * LEAST_MARKER_SHARE * step.marker_radius_m


def size_step(longest_m: float) -> SizeStep:
    """The step of a solid by its longest extent; the last one for anything larger."""
    return next((step for step in STEPS if longest_m <= step.longest_m), LARGEST)
