"""The gallery of a report: some problems with poster, question and answer, small enough for a single file.

Problems with a film come first, evenly spread over the run; the result includes the number of those left out.
"""

import base64
import json
from collections.abc import Sequence
from typing import Any, Final, TypeVar

from geometry.record import Record
from web.rows import RunRows
from web.viewer.files import file_within, thumbnail
from web.viewer.index import answer_text

MOST_CARDS: Final = 100
POSTER_PX: Final = 320

Row = TypeVar("Row")


class Card(Record):
    """One published problem."""

    id: str
    geometry_type: str
    problem_type: str
    question: str
    answer: str
    """Measured in the scene, with its unit."""
    exact: str
    """Closed form in the statement's unit."""
    poster: str
    """A small JPEG as a data URL; empty if there is no picture."""


class Gallery(Record):
    """Cards, and the number of problems without one."""

    cards: tuple[Card, ...]
    left_out: int


def gallery(rows: RunRows) -> Gallery:
    """At most a hundred published problems in the order of the corpus."""
    found = rows.rows("SELECT id, position, video <> '' FROM problem WHERE status = 'published' ORDER BY position, id")
    filmed, others = [row for row in found if row[2]], [row for row in found if not row[2]]
    chosen = _spread(filmed, MOST_CARDS)
    chosen += _spread(others, MOST_CARDS - len(chosen))
    chosen.sort(key=lambda row: (row[1], row[0]))
    return Gallery(cards=tuple(_card(rows, row[0]) for row in chosen), left_out=len(found) - len(chosen))


def _spread(rows: Sequence[Row], most: int) -> list[Row]:
    """At most `most` of the rows, evenly spaced."""
    if len(rows) <= most:
        return list(rows)
    return [rows[number * len(rows) // most] for number in range(most)]


def _card(rows: RunRows, identity: str) -> Card:
    sample: dict[str, Any] = json.loads(rows.rows("SELECT sample FROM problem WHERE id = ?", (identity,))[0][0])
    path = file_within(rows.folder, sample["poster"])
    picture = thumbnail(path, POSTER_PX) if path else None
    return Card(
        id=identity,
        geometry_type=sample["geometry_type"],
        problem_type=sample["problem_type"],
        question=sample["question"],
        answer=answer_text(sample),
        exact=sample["answer_exact"],
        poster=f"data:image/jpeg;base64,{base64.b64encode(picture).decode()}" if picture else "",
    )
