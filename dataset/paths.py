"""Where the program's own files are, in a checkout as in an installed wheel, and where this machine keeps caches."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
"""The folder that holds the packages, and beside them `assets/` and `prompts/`."""
ASSETS = ROOT / "assets"
PROMPTS = ROOT / "prompts"
BLENDER_SCRIPTS = ROOT / "blender_scripts"


def cache_folder() -> Path:
    """`SOLIDSCENE_CACHE`, else `solidscene` in the user's cache folder."""
    if chosen := os.environ.get("SOLIDSCENE_CACHE"):
        return Path(chosen).expanduser()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "solidscene"
