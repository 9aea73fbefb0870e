"""A persistent Blender worker process: reads one JSON job per line from stdin, writes one JSON event per line.

Started by the launcher as `python worker.py EVENT_FD LAUNCHER_PID`. Blender prints to stdout, so events have a separate
pipe. If the launcher dies, the kernel kills the worker at once (PR_SET_PDEATHSIG); where that is not supported, the
worker exits on end of file on stdin, after the current frame.
"""

import contextlib
import ctypes
import json
import os
import queue
import resource
import signal
import sys
import threading
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

PR_SET_PDEATHSIG = 1

_events = os.fdopen(int(sys.argv[1]), "w", buffering=1)


def tell(**event: object) -> None:
    try:
        _events.write(json.dumps(event) + "\n")
        _events.flush()
    except OSError:
        os._exit(1)  # the launcher has closed the pipe


def _die_with(launcher: int) -> None:
    """Set the parent-death signal: a render can hold the GIL for minutes, in which end of file is not noticed."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != launcher:  # it died before prctl was called
        os._exit(1)


def _read_jobs(jobs: "queue.Queue[str]") -> None:
    for line in sys.stdin:
        jobs.put(line)
    # End of input: the launcher has died or closed the pipe. bpy may hang at a normal interpreter exit.
    os._exit(0)


def main() -> None:
    _die_with(int(sys.argv[2]))
    jobs: queue.Queue[str] = queue.Queue()
    threading.Thread(target=_read_jobs, args=(jobs,), daemon=True).start()
    import bpy

    from blender_scripts.render import devices

    tell(event="ready", bpy=bpy.app.version_string, device=devices.best_device(), pid=os.getpid())
    while True:
        job = json.loads(jobs.get())
        try:
            tell(event="done", result=_run(job))
        except Exception as error:  # noqa: BLE001 the runner turns a failure into an answer
            traceback.print_exc()  # into the log
            tell(
                event="failed",
                code=getattr(error, "code", "error"),
                facts=getattr(error, "facts", {}),
                sentence=_sentence(error),
                traceback=traceback.format_exc(),
            )


def _sentence(error: Exception) -> str:
    """The error's message, prefixed with its type unless it names a remedy."""
    return str(error) if "Remedy:" in str(error) else f"{type(error).__name__}: {error}"


def _run(job: dict) -> dict:
    from blender_scripts.film import jobs

    def progress(what: str, share: float) -> None:
        tell(event="progress", what=what, share=share)

    result = jobs.run(job, progress)
    result["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return result


if __name__ == "__main__":
    main()
