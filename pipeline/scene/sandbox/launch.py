"""Chooses the sandbox for a script: probes what this machine supports, and builds the command lines.

Landlock with a seccomp filter first: it needs no program and no privilege. Bubblewrap if Landlock is missing. Never
falls back to running a script without a sandbox: with neither, `choose_sandbox` raises with a remedy.
"""

import functools
import importlib.util
import json
import os
import shutil
import sys
import sysconfig
from pathlib import Path

from dataset.paths import BLENDER_SCRIPTS
from pipeline.scene.sandbox.records import SandboxAvailability, SandboxKind, SandboxLimits, SandboxMode
from pipeline.scene.sandbox.supervise import RESULT_FD_WORD, ProcessEnd, supervise

RUNNER = BLENDER_SCRIPTS / "sandbox" / "runner.py"
_SYSTEM_READS = ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/etc/ld.so.cache", "/usr/share/zoneinfo")
_KERNEL_READS = ("/sys/devices/system/cpu", "/dev/null", "/dev/urandom")
_PROBE_LIMITS = SandboxLimits(wall_seconds=30, cpu_seconds=10)
READY = b"ready\n"
"""What the runner sends once it is confined, before it reads the script."""
_REMEDY = "Remedy: use Linux 5.13 or later with Landlock, or install bubblewrap (apt-get install bubblewrap)"


class SandboxUnavailable(RuntimeError):  # noqa: N818 the state of a machine
    """No sandbox of the requested kind works on this machine, so nothing was run."""


def choose_sandbox(mode: SandboxMode) -> SandboxKind:
    """The sandbox for `mode`; raises SandboxUnavailable rather than run a script unconfined."""
    if mode == "none":
        return "none"
    found = available_sandboxes()
    usable = [entry.kind for entry in found if entry.available and mode in ("auto", entry.kind)]
    if not usable:
        reasons = "; ".join(f"{entry.kind}: {entry.reason}" for entry in found if mode in ("auto", entry.kind))
        raise SandboxUnavailable(f"the scene script was not run: no sandbox is available ({reasons}). {_REMEDY}")
    return usable[0]


@functools.cache
def available_sandboxes() -> tuple[SandboxAvailability, ...]:
    """Each kind of sandbox, in order of preference, with the result of a real probe."""
    return (_probe("landlock"), _probe("bubblewrap"))


def _probe(kind: SandboxKind) -> SandboxAvailability:
    assert kind != "none"
    if sys.platform != "linux":
        return SandboxAvailability(kind=kind, available=False, reason="needs Linux")
    if kind == "bubblewrap" and shutil.which("bwrap") is None:
        return SandboxAvailability(kind=kind, available=False, reason="the program bwrap is not installed")
    end = start_runner(kind, "", _PROBE_LIMITS, probe=True)
    confirmed = end.exit_code == 0 and end.result.startswith(READY)
    reason = _layers(end) if confirmed else _failure(end)
    return SandboxAvailability(kind=kind, available=confirmed, reason=reason)


def _layers(end: ProcessEnd) -> str:
    layers = json.loads(end.result.removeprefix(READY))["layers"]
    namespaces = ", ".join(layers["namespaces"]) or "none allowed"
    landlock = f"Landlock ABI {layers['landlock_abi']}, " if layers["landlock_abi"] else ""
    return f"{landlock}system-call filter, namespaces: {namespaces}"


def _failure(end: ProcessEnd) -> str:
    """The runner's own message, else the last line of output."""
    if end.result:
        return str(json.loads(end.result.removeprefix(READY)).get("sentence", "unknown"))
    lines = end.tail.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else f"the probe ended with exit code {end.exit_code}"


def start_runner(kind: SandboxKind, source: str, limits: SandboxLimits, probe: bool = False) -> ProcessEnd:
    """Run the runner process in a sandbox of this kind to its end."""
    request = {
        "mode": kind,
        "probe": probe,
        "source": source,
        "limits": limits.model_dump(),
        "read_paths": [*readable_paths(), *_KERNEL_READS],
        "parent_pid": os.getpid(),
    }
    runner = [sys.executable, "-I", "-B", str(RUNNER), RESULT_FD_WORD]
    command = [*bubblewrap_prefix(), *runner] if kind == "bubblewrap" else runner
    return supervise(command, json.dumps(request).encode(), bare_environment(), limits)


def bare_environment() -> dict[str, str]:
    """The environment of the child process; inherits nothing."""
    return {
        "HOME": "/nonexistent",
        "LANG": "C.UTF-8",
        "OPENBLAS_NUM_THREADS": "1",
        # Every malloc arena reserves address space, which is limited.
        "MALLOC_ARENA_MAX": "2",
    }


def readable_paths() -> tuple[str, ...]:
    """Allowlist of readable paths: libraries of the system, Python and Blender, and the runner's own folder."""
    blender = importlib.util.find_spec("bpy")
    blender_folder = [str(Path(blender.origin).parents[1])] if blender and blender.origin else []
    python = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    shared_library = os.path.join(sys.base_prefix, "lib")
    return tuple(dict.fromkeys([*_SYSTEM_READS, *python, shared_library, *blender_folder, str(RUNNER.parent)]))


def bubblewrap_prefix() -> list[str]:
    """bwrap with all namespaces unshared and only the readable paths mounted; only a small tmpfs is writable."""
    binaries = [os.path.dirname(path) for path in (sys.executable, os.path.realpath(sys.executable))]
    settings = os.path.join(sys.prefix, "pyvenv.cfg")
    reads = dict.fromkeys([*readable_paths(), *binaries, settings, "/sys/devices/system/cpu"])
    binds = [word for path in reads for word in ("--ro-bind-try", path, path)]
    return [
        *(shutil.which("bwrap") or "bwrap", "--unshare-all", "--die-with-parent", "--new-session"),
        *("--cap-drop", "ALL", "--hostname", "sandbox", "--dev", "/dev", "--size", "1048576", "--tmpfs", "/tmp"),
        *binds,
        *("--chdir", "/", "--"),
    ]
