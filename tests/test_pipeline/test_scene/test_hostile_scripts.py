"""Scripts that try to get out: each is refused by the vetting, and contained by the sandbox without the vetting.

Contained means: nothing outside has changed, the secret has not come out, nobody knocked at the port, no signal
arrived, and the parent has a well-formed answer of the expected kind within the limits. The scripts lie in
tests/hostile; the header of each says what it tries and how it ends. The few that only the sandbox can tell from
honest ones say so.
"""

import contextlib
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pipeline.scene.sandbox.build_scene import SandboxResult, available_sandboxes
from pipeline.scene.sandbox.records import SandboxMode
from pipeline.scene.sandbox.script_vetting import vet_script
from tests.support.hostile_ground import (
    LIMITS,
    SECRET,
    Ground,
    Listener,
    SignalCounter,
    expected_ends,
    header,
    hostile_names,
    is_accepted,
)

pytestmark = pytest.mark.blender

NAMES = hostile_names()
ONLY_THE_SANDBOX_CAN_TELL = 9
BATCH = 12
SLOWEST_ANSWER_SECONDS = LIMITS.wall_seconds + 5
AVAILABLE = {entry.kind for entry in available_sandboxes() if entry.available}

# One of each kind of attack, for the second sandbox.
REPRESENTATIVES = """
    read_with_open read_parent_environment list_home write_with_open change_mode save_blend bpy_utils_os run_program
    fork_bomb thread_bomb signal_parent tcp_connect unix_socket endless_loop endless_output close_pipes
    memory_doubling forged_scene raw_system_calls ptrace_parent
"""
# Attacks that are harmless enough to be let loose on the ground, to show that the ground would notice.
LET_LOOSE = """
    read_with_open read_text_block read_through_proc_root generator_frame write_with_open remove_file rename_file
    change_mode hard_link bpy_utils_os numpy_ctypeslib run_program os_system text_as_module python_file_run
"""


@pytest.fixture(scope="module")
def listener() -> Listener:
    return Listener()


@pytest.fixture(autouse=True)
def signals(monkeypatch: pytest.MonkeyPatch) -> Iterator[SignalCounter]:
    monkeypatch.setenv("SECRET_OF_THE_PARENT", SECRET)
    counter = SignalCounter()
    yield counter
    counter.close()


def run_all(
    names: list[str], mode: SandboxMode, root: Path, listener: Listener
) -> dict[str, tuple[SandboxResult, list[str]]]:
    """Every script on a ground of its own, a few at a time; its result, and what it did outside."""

    def one(name: str) -> tuple[SandboxResult, list[str]]:
        folder = root / name
        folder.mkdir()
        ground = Ground(folder, listener)
        result = ground.run(name, mode)
        return result, ground.changes(result)

    with ThreadPoolExecutor(3) as pool:
        return dict(zip(names, pool.map(one, names), strict=True))


def children() -> set[str]:
    """Processes beneath this one that still run."""
    found: set[str] = set()
    for task in Path("/proc/self/task").iterdir():
        # A thread of a pool may end while it is looked at.
        with contextlib.suppress(OSError):
            found.update((task / "children").read_text().split())
    return found


def test_the_set_is_large_and_every_script_says_what_it_tries() -> None:
    assert len(NAMES) >= 100
    assert all(len(header(name).splitlines()[0]) > 10 for name in NAMES)
    assert sum(is_accepted(name) for name in NAMES) == ONLY_THE_SANDBOX_CAN_TELL


@pytest.mark.parametrize("name", NAMES)
def test_the_vetting_refuses_it(name: str, tmp_path: Path, listener: Listener) -> None:
    findings = vet_script(Ground(tmp_path, listener).source(name))
    assert bool(findings) != is_accepted(name)
    assert not any(finding.sentence.startswith("This is not Python") for finding in findings) or name == "nested_source"


@pytest.mark.skipif("landlock" not in AVAILABLE, reason="this kernel has no Landlock")
@pytest.mark.parametrize("first", range(0, len(NAMES), BATCH), ids=lambda first: NAMES[first])
def test_the_sandbox_contains_it(first: int, tmp_path: Path, listener: Listener, signals: SignalCounter) -> None:
    before = children()
    found = run_all(NAMES[first : first + BATCH], "landlock", tmp_path, listener)
    for name, (result, changes) in found.items():
        assert changes == [], name
        assert result.outcome in expected_ends(name), (name, result)
        assert result.seconds < SLOWEST_ANSWER_SECONDS, name
        assert len(result.stdout_tail) <= 4000
        assert "\x1b" not in result.stdout_tail
    assert (listener.knocks, signals.count) == (0, 0)
    assert children() <= before, "a process was left behind"


@pytest.mark.skipif("bubblewrap" not in AVAILABLE, reason="bwrap is not installed or may not be used here")
def test_bubblewrap_contains_one_of_each_kind(tmp_path: Path, listener: Listener, signals: SignalCounter) -> None:
    before = children()
    found = run_all(REPRESENTATIVES.split(), "bubblewrap", tmp_path, listener)
    assert {name: changes for name, (_, changes) in found.items() if changes} == {}
    wrong = {name: result for name, (result, _) in found.items() if result.outcome not in expected_ends(name)}
    assert wrong == {}
    assert (listener.knocks, signals.count) == (0, 0)
    assert children() <= before


def test_without_a_sandbox_the_same_scripts_do_harm(tmp_path: Path, listener: Listener) -> None:
    """So the containment above is the sandbox's doing, and the ground sees what there is to see."""
    found = run_all(LET_LOOSE.split(), "none", tmp_path, listener)
    assert [name for name, (_, changes) in found.items() if not changes] == []


def test_without_a_sandbox_the_port_and_the_signal_are_reached(tmp_path: Path, signals: SignalCounter) -> None:
    own = Listener()
    run_all(["tcp_connect", "udp_send", "unix_socket", "signal_parent"], "none", tmp_path, own)
    until = time.monotonic() + 5
    while time.monotonic() < until and (own.knocks < 3 or signals.count == 0):
        time.sleep(0.05)
    assert own.knocks == 3
    assert signals.count > 0
