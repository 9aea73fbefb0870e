"""Help texts that commands share: examples at the end, and the values of options for shell completion.

The values are repeated here because completion must be fast: the modules they belong to take most of a second to
import. A test compares them with those modules.
"""

from collections.abc import Callable

from pipeline.stages.catalogue import STAGE_NAMES

AGENTS = ("live", "recorded", "offline")
PROFILES = ("baked", "path", "preview")
MARKERS = ("needed", "all")
ANGLES = ("degrees", "radians")
SCALE_CUES = ("none", "rule", "tiles")
SANDBOXES = ("auto", "landlock", "bubblewrap", "none")
FORMATS = ("dataset", "hf", "parquet", "vlmevalkit", "lmms-eval", "jsonl")
STAGES = STAGE_NAMES
VARIANTS = ("spatial", "type", "dimensions", "text")
STORAGES = ("bytes", "paths")
EVIDENCE_LEVELS = ("two readings", "audited reading", "one reading", "figure given", "rules")
BANDS = ("trivial", "easy", "medium", "hard")
ROOMS = (
    "oak_loft",
    "tiled_gallery",
    "carpet_lounge",
    "library",
    "winter_garden",
    "studio",
    "dining_hall",
    "tea_room",
)

CAMERA_HELP = "KEY=VALUE, separated by commas: radius and aim in m, tilt, start and lens in degrees, turn=left|right."
LIGHT_HELP = "strength=0.5 to 1.5, tint=neutral|warm|cool."
LOOK_HELP = "colour=clay|grey|slate|terracotta|sage|sand, marker=RADIUS in m, edges=none|lines."


def examples(*lines: str) -> str:
    """The end of a command's help. `\\b` keeps click from rewrapping the lines."""
    heading = "Example:" if len(lines) == 1 else "Examples:"
    return "\n".join(["\b", heading, *(f"  {line}" for line in lines)])


def one_of(words: tuple[str, ...]) -> Callable[[str], list[str]]:
    """Shell completion with these words."""

    def complete(incomplete: str) -> list[str]:
        return [word for word in words if word.startswith(incomplete)]

    return complete
