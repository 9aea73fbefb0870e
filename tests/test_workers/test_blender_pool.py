"""Workers that crash, hang or are left behind: real Blender processes, killed for real."""

import os
import signal
import subprocess
import sys
import threading
import time
import traceback
from pathlib import Path

import pytest

from pipeline.film.make_film import filmed
from tests.support.film_fixtures import TINY, box_scene, small_spec
from workers.blender_jobs import JobFailed, SleepJob
from workers.blender_pool import BlenderPool, RenderFailed
from workers.blender_worker import BlenderWorker, WorkerDied

pytestmark = pytest.mark.blender

CUBE = "solid cube ABCD-A1B1C1D1\ngiven AB = 1\nfind volume(ABCD-A1B1C1D1)\n"


def _children(pid: int) -> list[int]:
    """Processes that any thread of `pid` started and that still run."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _wait_until_dead(pid: int, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not _is_alive(pid):
            return True
        time.sleep(0.1)
    return False


def test_a_worker_killed_in_the_middle_is_replaced_and_the_job_is_done(tmp_path: Path) -> None:
    scene, spec = box_scene(), small_spec(width=160)
    victims: list[int] = []

    with BlenderPool(tmp_path / "logs") as pool:

        def kill_once(what: str, share: float) -> None:
            if not victims and what == "room plates":
                (worker,) = pool._alive
                victims.append(worker.pid)
                os.kill(worker.pid, signal.SIGKILL)

        with filmed(pool, scene, spec, tmp_path, quality=TINY, progress=kill_once) as result:
            assert result.frames_file.is_file()
    assert len(victims) == 1


def test_a_worker_that_hangs_is_given_up_and_after_two_the_job_fails(tmp_path: Path) -> None:
    with BlenderPool(tmp_path, stall_seconds=1.5) as pool:
        stopped: list[int] = []

        def stop_every_worker() -> None:
            end = time.monotonic() + 40
            while len(stopped) < 2 and time.monotonic() < end:
                for worker in list(pool._alive):
                    if worker.pid not in stopped:
                        os.kill(worker.pid, signal.SIGSTOP)
                        stopped.append(worker.pid)
                time.sleep(0.01)

        watcher = threading.Thread(target=stop_every_worker)
        watcher.start()
        with pytest.raises(RenderFailed, match=r"failed twice: the Blender process sent nothing for 2 s.*Remedy"):
            pool.run(SleepJob(seconds=60))
        watcher.join()
    assert all(_wait_until_dead(pid, 5) for pid in stopped)


def test_a_refused_job_leaves_the_worker_for_the_next(tmp_path: Path) -> None:
    spec = small_spec()
    cellar = spec.model_copy(update={"room": spec.room.model_copy(update={"name": "cellar"})})
    with BlenderPool(tmp_path / "logs") as pool:
        with (
            pytest.raises(JobFailed, match=r"^no room 'cellar'.*Remedy: rooms are oak_loft") as refused,
            filmed(pool, box_scene(), cellar, tmp_path, quality=TINY),
        ):
            pass
        unexpected = r"^ValueError: sleep length must be non-negative. Remedy: see the traceback in .*\.log, and report"
        with pytest.raises(JobFailed, match=unexpected) as failure:
            pool.run(SleepJob(seconds=-1.0))
        assert (refused.value.code, failure.value.code) == ("error", "error")
        (worker,) = pool._alive
        assert _is_alive(worker.pid)
    (log,) = (tmp_path / "logs").glob("*.log")
    for told in (log.read_text(), "".join(traceback.format_exception(refused.value))):
        assert "in build_room_scene" in told
    assert _wait_until_dead(worker.pid, 5)


def test_a_worker_whose_launcher_is_killed_ends_in_the_middle_of_a_frame(tmp_path: Path) -> None:
    figure = tmp_path / "cube.geo"
    figure.write_text(CUBE)
    command = [sys.executable, "-m", "solidscene.cli.app", "render", str(figure), "--out", str(tmp_path / "out")]
    process = subprocess.Popen(
        [*command, "--profile", "path", "--cache", str(tmp_path / "cache")], stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    while ": room" not in (line := process.stderr.readline()):
        assert line, "the command ended before it rendered"
    time.sleep(2)  # a path-traced frame of this size takes a minute
    (pid,) = _children(process.pid)
    process.kill()
    process.wait()
    process.stderr.close()
    assert _wait_until_dead(pid, 5)


def test_ctrl_c_leaves_no_worker_behind(tmp_path: Path) -> None:
    figure = tmp_path / "cube.geo"
    figure.write_text(CUBE)
    command = [sys.executable, "-m", "solidscene.cli.app", "render", str(figure), "--out", str(tmp_path / "out")]
    process = subprocess.Popen(
        # In a room whose plates are not shipped, so that there is time to stop it.
        [*command, "--profile", "preview", "--rooms", "studio", "--cache", str(tmp_path / "cache")],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    while "room light" not in (line := process.stderr.readline()):
        assert line, "the command ended before it rendered"
    children = _children(process.pid)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=20)[1]
    assert process.returncode == 130
    assert said.endswith("stopped\n")
    assert children
    assert all(_wait_until_dead(pid, 5) for pid in children)
    assert not list((tmp_path / "out").glob("*.mp4"))


def test_a_worker_that_cannot_start_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workers.blender_worker.SCRIPT", tmp_path / "nothing.py")
    with pytest.raises(WorkerDied, match="ended with exit code 2; its last output is in"):
        BlenderWorker(tmp_path / "log")
