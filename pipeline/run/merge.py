"""Merges several runs into one: the shards of a farm, or a corpus converted in pieces."""

import contextlib
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from pipeline.run.convert import OPTIONS_NOTE
from pipeline.run.sample_files import write_samples
from pipeline.store.sqlite_store import RUN_FILE, Store, StoreError

FOLDERS = ("videos", "scenes")


def merge_runs(runs: Sequence[Path], out: Path) -> str:
    """Merge rows and files; a problem of several runs keeps its best ending. Returns a sentence for the user."""
    if any(run.resolve() == out.resolve() for run in runs):
        raise StoreError(f"{out} is one of the runs to merge. Remedy: choose another --out")
    for run in runs:
        with Store(run, writable=False):
            pass  # raises StoreError for a folder that is not a run, before anything is written
    with Store(out) as store:
        twice = sum(_absorb(store, run) for run in runs)
        count = write_samples(out, store.samples())
    note = f"; {twice} problems were in several runs, their best ending is kept" if twice else ""
    return f"{count} samples of {len(runs)} runs in {out}{note}"


def _absorb(store: Store, run: Path) -> int:
    with Store(run, writable=False) as other:
        for name, value in other.notes().items():
            if name == OPTIONS_NOTE:
                store.note(name, value)
    twice = store.absorb(run / RUN_FILE)
    for folder in FOLDERS:
        if (run / folder).is_dir():
            shutil.copytree(run / folder, store.folder / folder, dirs_exist_ok=True, copy_function=_link_or_copy)
    return twice


def _link_or_copy(source: str, target: str) -> None:
    """Hard-link films to save space; copy them across file systems."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(target)
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
