"""Where things are kept on this machine. The one module of the renderer that reads the environment."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """`SOLIDSCENE_CACHE`, else `solidscene` in the user's cache folder."""
    if chosen := os.environ.get("SOLIDSCENE_CACHE"):
        return Path(chosen).expanduser()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "solidscene"
