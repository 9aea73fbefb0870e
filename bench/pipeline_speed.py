"""How many problems a second the pipeline brings to their end, and how it bears a large run.

A thousand problems whose figures are given, offline, without Blender: what is measured is the kernel, the checks, the
questions and the bookkeeping. Then the demo problems with recorded replies, over and over under other names: all that,
and what readings by models have to pass. The large run has the rows of the small one many times over.
"""

import contextlib
import json
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from agents.records import Problem
from bench.truth_table import load_truth_table
from dataset.paths import ASSETS, ROOT
from geometry.record import Record
from pipeline.run.cassettes import as_recorded, cassette_beside
from pipeline.run.convert import Display, convert_problems
from pipeline.run.corpus import read_corpus
from pipeline.run.options import ConvertOptions, final_key, settings_fingerprint
from pipeline.run.settings import Settings
from pipeline.store.sqlite_store import Store

PROBLEMS, RECORDED, LARGE = 1000, 297, 20_000

Say = Callable[[str], None]


class RecordedBench(Record):
    """Problems that models have read, with their recorded replies; seconds are wall clock without time in queues."""

    problems: int
    published: int
    problems_per_s: float
    cpu_s: float
    """Processor seconds of all processes per problem: what counts on a machine that others use too."""
    median_s: float
    """Seconds of a problem, all stages together."""
    p99_s: float
    stage_s: dict[str, float]
    """Mean seconds of a stage per problem."""


class PipelineBench(Record):
    """The outcome; seconds are wall clock."""

    problems: int
    published: int
    problems_per_s: float
    cpu_s: float
    """Processor seconds of all processes per problem."""
    seconds: float
    peak_mb: float
    """Memory of all processes of the run together, at its highest."""
    rows: int
    status_s: float
    """`solidscene status` on the large run, start to end."""
    noop_resume_s: float
    """`solidscene convert` over the finished large run, start to end."""
    recorded: RecordedBench | None = None
    """None if no recorded problems were asked for."""


def run_bench(problems: int = PROBLEMS, rows: int = LARGE, say: Say = print, recorded: int = RECORDED) -> PipelineBench:
    """Measure everything in a scratch folder."""
    with tempfile.TemporaryDirectory(prefix="solidscene-bench-") as scratch:
        here = Path(scratch)
        chosen = bench_problems(problems)
        options, settings = ConvertOptions(film=None), Settings()
        say(f"converting {len(chosen)} problems ...")
        used = _cpu_seconds()
        with _MemoryWatch() as memory:
            outcome, status = convert_problems(
                here / "run", list(enumerate(chosen)), (options, settings), None, Display(say=say)
            )
        used = _cpu_seconds() - used
        say(f"{outcome.seconds:.1f} s; a run of {rows} problems ...")
        corpus = _large_run(here, chosen, rows, settings_fingerprint(options, settings.models))
        return PipelineBench(
            problems=len(chosen),
            published=status.by_status.get("published", 0),
            problems_per_s=round(len(chosen) / outcome.seconds, 2),
            cpu_s=round(used / len(chosen), 4),
            seconds=round(outcome.seconds, 2),
            peak_mb=round(memory.peak_mb, 1),
            rows=rows,
            status_s=round(_timed("status", str(here / "large")), 2),
            noop_resume_s=round(_timed("convert", str(corpus), "--out", str(here / "large"), *_OFFLINE), 2),
            recorded=_recorded(here / "recorded", recorded, say) if recorded else None,
        )


_OFFLINE = ("--agents", "offline", "--no-render")


def bench_problems(count: int) -> list[Problem]:
    """Problems with figures and answers of the truth table, over and over under new ids."""
    cases = load_truth_table()
    return [
        Problem(
            id=f"bench-{k:05d}",
            statement=f"Problem {k} of the bench, whose figure says it all.",
            answer=cases[k % len(cases)].answer,
            figure=cases[k % len(cases)].figure,
        )
        for k in range(count)
    ]


def _recorded(out: Path, count: int, say: Say) -> RecordedBench:
    """The demo problems with their recorded replies, over and over under new ids."""
    corpus = ASSETS / "demo.jsonl"
    cassette = cassette_beside(corpus)
    settings = Settings()
    settings = settings.model_copy(update={"models": as_recorded(settings.models, cassette)})
    demo = read_corpus(corpus).problems
    chosen = [demo[k % len(demo)].model_copy(update={"id": f"recorded-{k:05d}"}) for k in range(count)]
    options = ConvertOptions(agents="recorded", film=None, cassette=cassette)
    say(f"converting {count} problems with recorded replies ...")
    used = _cpu_seconds()
    outcome, status = convert_problems(out, list(enumerate(chosen)), (options, settings), None, Display(say=say))
    used = _cpu_seconds() - used
    with Store(out, writable=False) as store:
        spent = store.rows("SELECT problem, stage, seconds FROM stage")
    by_problem: dict[str, float] = {}
    by_stage: dict[str, float] = {}
    for problem, stage, seconds in spent:
        by_problem[problem] = by_problem.get(problem, 0.0) + seconds
        by_stage[stage] = by_stage.get(stage, 0.0) + seconds
    each = np.array(list(by_problem.values()))
    return RecordedBench(
        problems=count,
        published=status.by_status.get("published", 0),
        problems_per_s=round(count / outcome.seconds, 2),
        cpu_s=round(used / count, 4),
        median_s=round(float(np.median(each)), 3),
        p99_s=round(float(np.quantile(each, 0.99)), 3),
        stage_s={stage: round(seconds / count, 4) for stage, seconds in by_stage.items()},
    )


def _large_run(here: Path, chosen: list[Problem], rows: int, mark: str) -> Path:
    """A finished run of many problems, made of the rows of the small one; returns its corpus."""
    corpus = here / "large.jsonl"
    names = [f"large-{k:05d}" for k in range(rows)]
    with Store(here / "run", writable=False) as small, Store(here / "large") as large:
        copies = [chosen[k % len(chosen)].model_copy(update={"id": name}) for k, name in enumerate(names)]
        large.put_problems([(p.id, k, p.model_dump_json()) for k, p in enumerate(copies)])
        large.copy_endings(
            small,
            [(chosen[k % len(chosen)].id, p.id, final_key(p.model_dump_json(), mark)) for k, p in enumerate(copies)],
        )
    with corpus.open("w", encoding="utf-8") as file:
        for problem in copies:
            row = {"id": problem.id, "statement": problem.statement, "answer": problem.answer, "figure": problem.figure}
            file.write(json.dumps(row) + "\n")
    return corpus


def _timed(*words: str) -> float:
    started = time.perf_counter()
    command = [sys.executable, "-m", "solidscene.cli.app", *words]
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
    return time.perf_counter() - started


def _cpu_seconds() -> float:
    """Processor time of this process and of those it started that have ended, as kernel workers have after a run."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


class _MemoryWatch:
    """Looks at the memory of this process and its children a few times a second."""

    def __init__(self) -> None:
        self.peak_mb = 0.0
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> "_MemoryWatch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._end.wait(0.25):
            self.peak_mb = max(self.peak_mb, _tree_mb())


def _tree_mb() -> float:
    """Resident memory of this process and its children."""
    own = Path("/proc/self")
    children: list[str] = []
    for task in own.glob("task/*"):
        with contextlib.suppress(OSError):  # a thread that has just ended
            children += task.joinpath("children").read_text().split()
    total = 0
    for process in (own, *(Path("/proc") / pid for pid in children)):
        try:
            total += int((process / "statm").read_text().split()[1])
        except (OSError, IndexError):  # it has just ended
            continue
    return total * resource.getpagesize() / 2**20


def format_bench(found: PipelineBench) -> str:
    """The figures as a small table."""
    lines = [
        f"{found.problems} problems with figures, offline, no Blender: {found.seconds:.1f} s, "
        f"{found.problems_per_s:.1f} a second, {found.published} published",
        f"  processor time       {found.cpu_s:8.3f} s a problem",
        f"  peak memory          {found.peak_mb:8.0f} MB",
        f"  status, {found.rows} rows  {found.status_s:8.2f} s",
        f"  no-op resume         {found.noop_resume_s:8.2f} s",
    ]
    if found.recorded:
        lines += [
            f"{found.recorded.problems} problems with recorded replies, no Blender: "
            f"{found.recorded.problems_per_s:.1f} a second, {found.recorded.published} published, "
            f"median {found.recorded.median_s:.2f} s, 99th percentile {found.recorded.p99_s:.2f} s",
            f"  processor time       {found.recorded.cpu_s:8.3f} s a problem",
            *(f"  {stage:<20} {seconds:9.3f} s a problem" for stage, seconds in found.recorded.stage_s.items()),
        ]
    return "\n".join(lines)
