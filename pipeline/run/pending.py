"""Which problems of a run are pending, and why: the work of a resume. Light: imports neither stages nor kernel."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pipeline.run.options import code_fingerprint, final_key
from pipeline.stages.catalogue import STAGE_NAMES
from pipeline.store.sqlite_store import CODE_NOTE, Ending, Store

Why = Literal["new", "failed", "changed row or settings", "film is gone", "other code"]


@dataclass
class Pending:
    """Problems without an ending under the current rows, settings and code."""

    why: dict[str, Why] = field(default_factory=dict)
    """The reason by id."""
    changed_stages: tuple[str, ...] = ()
    """Stages whose code has changed since the endings were written, over the problems pending for that reason."""

    def sentence(self) -> str:
        """Why finished problems run again; empty if none does."""
        counts = {why: sum(each == why for each in self.why.values()) for why in ("other code", "film is gone")}
        parts = []
        if counts["other code"]:
            changed = ", ".join(self.changed_stages) or "unknown stages"
            parts.append(
                f"{counts['other code']} finished problems run again: the code of {changed} has changed "
                "(no reply is paid again; --keep-made keeps the finished results)"
            )
        if counts["film is gone"]:
            parts.append(f"{counts['film is gone']} finished problems run again: their film is gone")
        return "; ".join(parts)


@dataclass(frozen=True)
class Wanted:
    """What an ending must have been made with."""

    settings: str
    """Fingerprint of the settings."""
    code: Mapping[str, str]
    """Hash of the code by stage."""
    keep_made: bool = False
    """Accept endings that other code wrote."""


def pending(rows: Mapping[str, str], store: Store, wanted: Wanted) -> Pending:
    """The pending problems among `rows`, which maps ids to JSON."""
    endings = store.endings()
    code = code_fingerprint(dict(wanted.code))
    found = Pending()
    codes = set()
    for identity, row in rows.items():
        ending = endings.get(identity, Ending("", "", "", ""))
        why = _why(ending, final_key(row, wanted.settings), code, wanted.keep_made)
        if why is None and ending.video and not (store.folder / ending.video).is_file():
            why = "film is gone"
        if why is not None:
            found.why[identity] = why
        if why == "other code":
            codes.add(ending.code)
    found.changed_stages = _changed(store, sorted(codes), wanted.code) if codes else ()
    return found


def _why(ending: Ending, key: str, code: str, keep_made: bool) -> Why | None:
    if ending.status not in ("published", "quarantined"):
        return "failed" if ending.status == "failed" else "new"
    if not ending.code:
        return "other code"  # written by version 0.1, which stored no code hash
    if ending.final_key != key:
        return "changed row or settings"
    return None if ending.code == code or keep_made else "other code"


def _changed(store: Store, codes: Sequence[str], now: Mapping[str, str]) -> tuple[str, ...]:
    """Stages whose code differs between any of the recorded code hashes and the current ones."""
    notes = store.notes()
    changed: set[str] = set()
    for code in codes:
        made = json.loads(notes.get(CODE_NOTE + code, "{}"))
        changed |= {stage for stage in now if made.get(stage) != now[stage]}
    return tuple(name for name in STAGE_NAMES if name in changed)
