"""Reads a corpus: one JSON object per line. A bad line is reported with its number and does not stop the rest."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from agents.records import Problem
from geometry.record import Record

_STATEMENTS = ("statement", "question", "problem", "text")
"""Keys under which corpora store the statement; the first found is used."""
_ANSWERS = ("answer", "solution", "final_answer")


class CorpusError(ValueError):
    """The corpus cannot be used at all; the message names it and a remedy."""


class BadLine(Record):
    """A line that is not a problem, and why."""

    number: int
    sentence: str


class Corpus(Record):
    """The problems of a corpus in their order, and the lines that are not problems."""

    problems: tuple[Problem, ...]
    bad_lines: tuple[BadLine, ...]


def read_corpus(path: Path) -> Corpus:
    """All lines of a corpus."""
    problems: dict[str, Problem] = {}
    first: dict[str, int] = {}
    bad = []
    for number, line in _lines(path):
        try:
            problem = _problem(line)
            if problem.id in problems:
                raise ValueError(f"the id {problem.id!r} was on line {first[problem.id]} already; ids must differ")
        except ValueError as error:
            bad.append(BadLine(number=number, sentence=str(error)))
            continue
        problems[problem.id], first[problem.id] = problem, number
    return Corpus(problems=tuple(problems.values()), bad_lines=tuple(bad))


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                # A byte order mark is harmless at the start and nowhere else.
                text = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
                if text.strip():
                    yield number, text
    except OSError as error:
        raise CorpusError(f"cannot read {path}: {error.strerror}. Remedy: name a JSONL file") from error


def _problem(line: bytes) -> Problem:
    try:
        row = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise ValueError(f"it is not UTF-8 (byte {error.start + 1}); save the corpus as UTF-8") from error
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not JSON ({error.msg} at column {error.colno})") from error
    except RecursionError as error:
        raise ValueError("its JSON is nested too deeply") from error
    if not isinstance(row, dict):
        raise ValueError("it is not a JSON object")
    return problem_of(row)


def problem_of(row: dict[str, Any]) -> Problem:
    """The problem a row holds; raises ValueError naming the field that is missing or wrong."""
    identity = row.get("id")
    if not isinstance(identity, str | int) or isinstance(identity, bool) or str(identity).strip() == "":
        raise ValueError("it has no id; give every row a text or number under `id`")
    choices = row.get("choices") or {}
    try:
        return Problem(
            id=str(identity),
            statement=_text(row, _STATEMENTS, "statement"),
            answer=_answer(row, choices),
            choices={str(letter): str(text) for letter, text in choices.items()},
            figure=row.get("figure") or "",
            parent=str(row.get("parent") or ""),
        )
    except ValidationError as error:
        place = error.errors()[0]
        raise ValueError(f"field {place['loc'][0]}: {place['msg']}") from error
    except AttributeError as error:
        raise ValueError("field choices: an object of letters and texts is needed") from error


def _text(row: dict[str, Any], names: tuple[str, ...], what: str) -> str:
    for name in names:
        value = row.get(name)
        if isinstance(value, str) and value.strip():
            return value
        if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
    raise ValueError(f"it has no {what}; put it under `{names[0]}` (or {', '.join(f'`{n}`' for n in names[1:])})")


def _answer(row: dict[str, Any], choices: Any) -> str:
    """The answer; a bare letter of a multiple choice is replaced by the choice's text."""
    answer = _text(row, _ANSWERS, "answer")
    letter = answer.strip().strip("()$.").upper()
    return str(choices[letter]) if isinstance(choices, dict) and letter in choices else answer


def in_shard(identity: str, shard: tuple[int, int]) -> bool:
    """Whether a problem belongs to part i of n (1-based). By its id alone, so that a longer corpus moves no problem."""
    part, count = shard
    return int(hashlib.sha256(identity.encode()).hexdigest(), 16) % count == part - 1
