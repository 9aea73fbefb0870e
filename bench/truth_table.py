"""The truth table: figures whose answer a textbook formula proves, read from `assets/truth/*.toml`.

Every row carries its own proof in `source`. A row that lacks a field, has an unknown one, repeats a name or
states an answer that is not a real number is refused with its file and row; nothing is skipped or filled in.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sympy
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dataset.paths import ASSETS
from geometry.notation.dimensions import TargetClass

TRUTH_FOLDER = ASSETS / "truth"


class TruthTableError(ValueError):
    """A fault in a truth table; the message names the file and the row."""


class TruthCase(BaseModel):
    """One figure with its proved answer."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    name: str = Field(min_length=1)
    """Unique over all files; a phrase that says what is measured."""
    kind: str = Field(min_length=1)
    """The kind of solid the case is about, or `composite` for several together."""
    target_class: TargetClass = Field(alias="class")
    """How the target scales: length, area, volume, angle, ratio or other."""
    answer: str = Field(min_length=1)
    """The exact answer as sympy reads it; angles in radians."""
    source: str = Field(min_length=1)
    """The formula or argument that proves the answer without the kernel."""
    figure: str = Field(min_length=1)
    """The figure in the notation."""


def load_truth_table(folder: Path = TRUTH_FOLDER) -> tuple[TruthCase, ...]:
    """All rows of all `*.toml` files of `folder`, files in the order of their names."""
    files = sorted(folder.glob("*.toml"))
    if not files:
        raise TruthTableError(f"no truth tables in {folder}")
    seen: dict[str, str] = {}
    cases = []
    for file in files:
        for where, row in _rows(file):
            case = _case(where, row)
            if case.name in seen:
                raise TruthTableError(f"{where}: the name {case.name} is taken by {seen[case.name]}")
            seen[case.name] = where
            cases.append(case)
    return tuple(cases)


def answer_value(case: TruthCase) -> float:
    """The stated answer as a number; raises TruthTableError when it is not a real one."""
    try:
        value = sympy.N(sympy.sympify(case.answer), 20)
    except (sympy.SympifyError, SyntaxError, TypeError) as error:
        raise TruthTableError(f"{case.name}: the answer {case.answer!r} cannot be read") from error
    if not (value.is_number and value.is_real and value.is_finite):
        raise TruthTableError(f"{case.name}: the answer {case.answer!r} is not a real number")
    return float(value)


def _rows(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each row of a file with the words that locate it."""
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise TruthTableError(f"{file.name}: {error}") from error
    rows = table.get("case")
    if not isinstance(rows, list) or not rows:
        raise TruthTableError(f"{file.name}: no rows; a row begins with [[case]]")
    for number, row in enumerate(rows, start=1):
        yield f"{file.name}, row {number} ({row.get('name', 'without a name')})", row


def _case(where: str, row: dict[str, Any]) -> TruthCase:
    try:
        return TruthCase.model_validate(row)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise TruthTableError(f"{where}: field {field!r}: {first['msg']}") from error
