"""The searchable list of problems: an index table in memory beside the run's file.

The run stores the filter fields inside large JSON texts; reading those for every page would take seconds. Rows that
changed since the last refresh are read again, so a run that is being written is shown as it grows. Never writes a run.
"""

import json
import sqlite3
import threading
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from geometry.record import Record
from web.rows import RunRows
from web.viewer.query import FACETS, Facet, Query

PAGE_SIZE = 50
UNKNOWN = "unknown"
_AT_ONCE = 500
"""Rows per statement: below SQLite's limit of bound variables."""
_REST_S = 1.0
"""Shortest time between two refreshes of a run that is being written."""

_STAMPS = "SELECT id, position, status, final_key, seconds, LENGTH(row) FROM problem"
_SHOWN = "id, status, stage, reason, geometry_type, problem_type, statement, question, answer, poster, video, seconds"
_COLUMNS = f"{_SHOWN}, position, haystack"


class Entry(Record):
    """One line of the list."""

    id: str
    status: str
    stage: str
    """The stage that stopped it, or `publish`; empty while it is pending."""
    reason: str
    geometry_type: str
    """The solid in words, or `unknown`."""
    problem_type: str
    statement: str
    question: str
    """The published question; empty if there is none."""
    answer: str
    """The answer with its unit, or the stated one if none was measured."""
    poster: str
    """Path of the poster within the run; empty if there is none."""
    video: str
    seconds: float


class ListPage(Record):
    """One page of the list."""

    entries: tuple[Entry, ...]
    total: int
    """Number of problems that match the query."""
    number: int
    """This page, from 1."""
    pages: int


class ProblemIndex:
    """The searchable list of one run. Safe to share between threads."""

    def __init__(self, folder: Path) -> None:
        self._lock = threading.Lock()
        self._run = RunRows(folder)
        self._table = sqlite3.connect(":memory:", check_same_thread=False)
        self._table.execute(f"CREATE TABLE entry ({_COLUMNS}, PRIMARY KEY (id))")
        self._table.execute("CREATE INDEX by_position ON entry (position, id)")
        self._table.execute("CREATE INDEX by_seconds ON entry (seconds DESC, position)")
        self._stamps: dict[str, tuple[Any, ...]] = {}
        self._facets: dict[Facet, dict[str, int]] = {}
        self._version, self._looked = -1, float("-inf")
        self.refresh()

    def close(self) -> None:
        with self._lock:
            self._run.close()
            self._table.close()

    def refresh(self) -> None:
        """Read what was written to the run since the last refresh."""
        with self._lock:
            version = self._run.version
            if version == self._version or time.monotonic() - self._looked < _REST_S:
                return
            stamps = {row[0]: row for row in self._run.rows(_STAMPS)}
            changed = [identity for identity, stamp in stamps.items() if self._stamps.get(identity) != stamp]
            gone = [(identity,) for identity in self._stamps.keys() - stamps.keys()]
            self._table.executemany("DELETE FROM entry WHERE id = ?", gone)
            self._take(changed)
            self._stamps, self._version, self._looked = stamps, version, time.monotonic()
            self._facets = {facet: self._counts(facet) for facet in FACETS}

    def page(self, query: Query) -> ListPage:
        """The page of the list that a query asks for; the last page if it asks for a later one."""
        self.refresh()
        where, values = _condition(query)
        with self._lock:
            total = int(self._table.execute(f"SELECT COUNT(*) FROM entry{where}", values).fetchone()[0])
            pages = max(1, -(-total // PAGE_SIZE))
            number = min(query.page, pages)
            order = "seconds DESC, position" if query.order == "slowest" else "position, id"
            found = self._table.execute(
                f"SELECT {_SHOWN} FROM entry{where} ORDER BY {order} LIMIT ? OFFSET ?",
                (*values, PAGE_SIZE, (number - 1) * PAGE_SIZE),
            ).fetchall()
        return ListPage(entries=tuple(map(_entry, found)), total=total, number=number, pages=pages)

    def entry(self, identity: str) -> Entry | None:
        """One problem's line."""
        self.refresh()
        with self._lock:
            found = self._table.execute(f"SELECT {_SHOWN} FROM entry WHERE id = ?", (identity,)).fetchone()
        return _entry(found) if found else None

    def neighbours(self, identity: str, query: Query) -> tuple[str, str]:
        """Ids before and after a problem among those that match a query, in corpus order; empty at the ends."""
        where, values = _condition(query)
        joint = " AND " if where else " WHERE "
        here = "(position, id) {} (SELECT position, id FROM entry WHERE id = ?)"
        before = f"SELECT id FROM entry{where}{joint}{here.format('<')} ORDER BY position DESC, id DESC LIMIT 1"
        after = f"SELECT id FROM entry{where}{joint}{here.format('>')} ORDER BY position, id LIMIT 1"
        with self._lock:
            found = [self._table.execute(ask, (*values, identity)).fetchone() for ask in (before, after)]
        return (found[0][0] if found[0] else "", found[1][0] if found[1] else "")

    @property
    def facets(self) -> dict[Facet, dict[str, int]]:
        """Problems by value of each facet, over the whole run, most frequent first."""
        return self._facets

    def _counts(self, facet: Facet) -> dict[str, int]:
        found = self._table.execute(
            f"SELECT {facet}, COUNT(*) FROM entry WHERE {facet} <> '' GROUP BY 1 ORDER BY 2 DESC, 1"
        )
        return {str(value): int(count) for value, count in found}

    def _take(self, identities: Sequence[str]) -> None:
        for start in range(0, len(identities), _AT_ONCE):
            some = identities[start : start + _AT_ONCE]
            marks = ", ".join("?" * len(some))
            rows = self._run.rows(
                "SELECT id, position, row, status, reason, stage, sample, video, seconds FROM problem "
                f"WHERE id IN ({marks})",
                some,
            )
            self._put(_line(row) for row in rows)

    def _put(self, lines: Iterable[tuple[Any, ...]]) -> None:
        marks = ", ".join("?" * len(_COLUMNS.split(",")))
        self._table.executemany(f"INSERT OR REPLACE INTO entry ({_COLUMNS}) VALUES ({marks})", lines)


def _line(row: tuple[Any, ...]) -> tuple[Any, ...]:
    identity, position, problem_text, status, reason, stage, sample_text, video, seconds = row
    problem = json.loads(problem_text)
    sample = json.loads(sample_text) if sample_text else {}
    statement, question = problem["statement"], sample.get("question", "")
    haystack = "\n".join((identity, statement, question, reason, sample.get("sentence", ""))).casefold()
    shown = (
        *(identity, status, stage, reason),
        sample.get("geometry_type") or UNKNOWN,
        sample.get("problem_type") or UNKNOWN,
        *(statement, question, answer_text(sample) or problem["answer"]),
        *(sample.get("poster", ""), video or sample.get("video", ""), seconds),
    )
    return (*shown, position, haystack)


def answer_text(sample: dict[str, Any]) -> str:
    """The measured answer of a sample with its unit, to four digits; empty if there is none."""
    value = sample.get("answer")
    if value is None:
        return ""
    unit = sample.get("unit", "")
    return f"{float(value):.4g}{unit if unit in ('', '°') else f' {unit}'}"


def _condition(query: Query) -> tuple[str, list[str]]:
    """The WHERE clause of a query and its values. Facets are column names from this code, never user input."""
    parts = [f"{facet} = ?" for facet in query.filters] + ["INSTR(haystack, ?) > 0"] * len(query.words)
    return (f" WHERE {' AND '.join(parts)}" if parts else ""), [*query.filters.values(), *query.words]


def _entry(row: tuple[Any, ...]) -> Entry:
    return Entry(**dict(zip(_SHOWN.split(", "), row, strict=True)))
