"""Checks that a film shows what it must: every marker in enough frames, the whole object in all of them.

The counts come from ray casting inside Blender (`blender_scripts/film/visibility.py` for markers, `occlusion_check.py`
for the room in front of the object); here they are judged.
"""

import numpy as np

from geometry.checks import Check
from pipeline.film.records import FilmResult, FilmSpec
from workers.blender_jobs import ViewFacts

SEEN_FRAMES_SHARE = 4 / 48
"""A marker must be seen in at least this share of the frames (4 of 48)."""
SEEN_PART = 0.25
"""It counts as seen in a frame if at least this share of its disc is not occluded."""


def visibility_checks(result: FilmResult, spec: FilmSpec) -> tuple[Check, ...]:
    """Every marker is visible, with at least a share of its disc not occluded, in enough frames of the orbit."""
    needed = max(1, round(SEEN_FRAMES_SHARE * spec.orbit.frames))
    checks = []
    for sight in result.sights:
        disc = np.pi * (sight.radius_m * _focal_px(spec) / spec.orbit.radius_m) ** 2
        count = sum(seen >= SEEN_PART * disc for seen in sight.visible_px)
        checks.append(
            Check(
                name=f"marker {sight.name} can be seen",
                status="passed" if count >= needed else "failed",
                measured=float(count),
                tolerance=float(needed),
                sentence=f"{sight.name} is in view in {count} of {spec.orbit.frames} frames; {needed} are needed.",
            )
        )
    return tuple(checks)


def view_check(view: ViewFacts) -> Check:
    """The occlusion check as evidence: rays that the room blocks, frames that cut the object off."""
    faults = view.blocked_rays + view.cut_frames
    return Check(
        name="the object is in full view",
        status="passed" if faults == 0 else "failed",
        measured=float(faults),
        tolerance=0.0,
        sentence=f"{view.cut_frames} frames cut the object off (it stays {view.edge_px:.0f} px from the edge), and "
        f"the room blocks {view.blocked_rays} of {view.rays} rays from the cameras to it.",
    )


def _focal_px(spec: FilmSpec) -> float:
    return float(spec.orbit.height / 2 / np.tan(np.radians(spec.orbit.fov_deg) / 2))
