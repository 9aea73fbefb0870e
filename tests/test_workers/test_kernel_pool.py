"""Figures solved in other processes: the same verdicts, bounded time, and no orphans."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from geometry.notation.resolve import parse_figure
from geometry.report.check_figure import check_figure
from tests.support.paths import ROOT
from workers.kernel_pool import KernelPool, KernelStopped
from workers.queue_time import queue_seconds

CUBE = parse_figure("solid cube ABCD-A1B1C1D1\ngiven AB = 2\nfind distance(A, plane(B,D,A1))")


@pytest.mark.slow
def test_a_worker_gives_the_kernels_own_verdict() -> None:
    with KernelPool(1) as pool:
        assert pool.call(check_figure, CUBE, 0) == check_figure(CUBE, 0)


@pytest.mark.slow
def test_a_figure_that_takes_too_long_is_given_up_and_the_next_one_is_solved() -> None:
    with KernelPool(1, seconds=0.05) as pool:
        with pytest.raises(KernelStopped, match="given up"):
            pool.call(check_figure, CUBE, 0)
        pool._seconds = 60.0
        assert pool.call(check_figure, CUBE, 0).ok


@pytest.mark.slow
def test_time_in_line_for_a_worker_is_known_and_is_not_the_callers_work() -> None:
    def carried() -> tuple[float, float]:
        started, before = time.perf_counter(), queue_seconds()
        pool.call(time.sleep, 0.4)
        return time.perf_counter() - started, queue_seconds() - before

    with KernelPool(1) as pool, ThreadPoolExecutor(2) as threads:
        pool.call(check_figure, CUBE, 0)  # the worker is warm
        found = sorted(threads.map(lambda _: carried(), range(2)))
    (first, first_waited), (second, second_waited) = found
    assert first_waited < 0.2 < 0.3 < second_waited
    assert second - second_waited == pytest.approx(first - first_waited, abs=0.2)


@pytest.mark.slow
def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(
        "import os, time\n"
        "from workers.kernel_pool import KernelPool\n"
        "pool = KernelPool(1)\n"  # no guard: a worker must not run this script again
        "print(pool.call(os.getpid), flush=True)\n"
        "time.sleep(60)\n"
    )
    root = ROOT
    environment = os.environ | {"PYTHONPATH": str(root)}
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env=environment) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    for _ in range(100):
        if not _runs(worker):
            return
        time.sleep(0.1)
    pytest.fail("the worker outlived its parent")


def _runs(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().split(")")[1].split()[0]
    except OSError:
        return False


def test_calls_about_one_problem_go_to_one_worker_while_it_is_idle() -> None:
    with KernelPool(2) as pool:
        seen = {name: {pool.call(os.getpid, near=name) for _ in range(3)} for name in "abcdef"}
    assert all(len(workers) == 1 for workers in seen.values())
    assert len(set().union(*seen.values())) == 2
