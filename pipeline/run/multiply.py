"""A corpus of new instances of published problems: other numbers, the answer by the kernel, the parent named.

The corpus is converted like any other, so every instance passes the same checks as its parent, and gets a size, a pose
and a room of its own. Its statement is the figure in our own words.
"""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from agents.language.wording.describe import describe
from agents.records import Problem
from dataset.atomic_write import draft_of
from geometry.answers.exact_record import ExactForm
from geometry.equivalence.instances import instances
from geometry.equivalence.perturb import Perturbed
from geometry.notation.printer import print_figure
from geometry.notation.resolve import parse_figure
from geometry.record import Record
from pipeline.run.sample_files import read_samples
from pipeline.scene.presentation import problem_seed
from pipeline.stages.records import Sample

_MARK = re.compile(r"⟦[^:⟧]+:\s*([^⟧]*)⟧")


class Multiplied(Record):
    """What a multiplication gave."""

    parents: int
    written: int
    short: tuple[str, ...]
    """Parents that have fewer instances than wanted; most of them have no number to change."""


def multiply(
    run: Path, out: Path, per_problem: int, seed: int, progress: Callable[[str, float], None] = lambda what, share: None
) -> Multiplied:
    """Write the corpus; raises DatasetError for a folder that is no run."""
    published = [sample for sample in read_samples(run) if sample.status == "published"]
    short, written = [], 0
    out.parent.mkdir(parents=True, exist_ok=True)
    with draft_of(out) as draft, draft.open("w", encoding="utf-8") as file:
        for number, sample in enumerate(published):
            progress("instances", number / len(published))
            rows = list(_rows(sample, per_problem, seed))
            short += [sample.id] if len(rows) < per_problem else []
            written += len(rows)
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    return Multiplied(parents=len(published), written=written, short=tuple(short))


def _rows(sample: Sample, count: int, seed: int) -> Iterator[dict[str, str]]:
    found = instances(parse_figure(sample.figure), count, problem_seed(seed, sample.id))
    for number, instance in enumerate(found, start=1):
        yield _row(sample, number, instance)


def _row(sample: Sample, number: int, instance: Perturbed) -> dict[str, str]:
    exact = instance.report.exact
    assert isinstance(exact, ExactForm)
    problem = Problem(
        id=f"{sample.id}~{number}",
        statement=statement_of(instance),
        answer=exact.latex,
        figure=print_figure(instance.figure),
        parent=sample.id,
    )
    return problem.model_dump(include={"id", "statement", "answer", "figure", "parent"})


def statement_of(instance: Perturbed) -> str:
    """The figure in words, with the numbers as they are."""
    words = describe(instance.figure, as_object=False)
    text = " ".join([words.solid, *words.primary, *words.auxiliary, words.question])
    return _MARK.sub(r"\1", text)
