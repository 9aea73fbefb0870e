"""The folder of an export, written atomically.

It is filled as a draft beside its final place and renamed at the end. A non-empty folder that is not an export is never
touched. The same samples give the same bytes: no timestamps are written.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dataset.atomic_write import draft_folder_of
from dataset.folder import write_text
from dataset.writers.records import ExportError

MANIFEST = "export.json"
"""Describes the export; also marks the folder as an export, which may be replaced."""
_MADE_BY = "solidscene export"


@contextmanager
def draft_folder(out: Path) -> Iterator[Path]:
    """A draft folder to write to; it replaces `out` if the block succeeds."""
    out = Path(os.path.abspath(out))
    _refuse_foreign(out)
    try:
        with draft_folder_of(out) as draft:
            yield draft
    except OSError as error:
        raise ExportError(
            f"cannot write to {out}: {error.strerror or error}. Remedy: free some space or choose another --out"
        ) from error


def _refuse_foreign(out: Path) -> None:
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise ExportError(f"{out} is not a folder. Remedy: choose another --out")
    if out.is_dir() and any(out.iterdir()) and not _is_export(out):
        raise ExportError(f"{out} is not empty and not an export. Remedy: choose another --out, or empty it")


def _is_export(folder: Path) -> bool:
    try:
        found = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(found, dict) and found.get("made_by") == _MADE_BY


def write_manifest(folder: Path, facts: dict[str, Any]) -> None:
    """`export.json`: what this folder is."""
    write_text(folder / MANIFEST, json.dumps({"made_by": _MADE_BY, **facts}, indent=1, ensure_ascii=False) + "\n")
