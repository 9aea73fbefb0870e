"""Runs one untrusted scene script in this sandboxed process and reports what it built.

Started by the pipeline as `python -I -B runner.py RESULT_FD` with a JSON request on standard input: the script, the
limits, the readable paths and the kind of confinement. The process is confined before bpy is imported, and the reply
goes to one pipe: the line `ready` once the confinement is active, then one JSON document. With `probe` in the request
it stops after the confinement. Nothing is written to any file, and the process ends by `os._exit`, since Blender can
hang at interpreter exit. What it reports after the script ran is untrusted: the script shares its interpreter.
"""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import confinement

SCRIPT_NAME = "<scene script>"
_MOST_REQUEST_BYTES = 4 << 20
_LONGEST_MESSAGE = 400


def main(result_fd: int) -> None:
    request = json.loads(sys.stdin.buffer.read(_MOST_REQUEST_BYTES))
    output = _hide_output()
    try:
        layers = _confine(request)
    except (OSError, ValueError) as error:
        _send(result_fd, json.dumps({"outcome": "not_confined", "sentence": str(error)}).encode())
        os._exit(0)
    _send(result_fd, b"ready\n")
    reply = {"outcome": "confined", "layers": layers} if request.get("probe") else _run(request, output)
    _send(result_fd, reply if isinstance(reply, bytes) else json.dumps(reply).encode())
    os._exit(0)


def _confine(request: dict) -> dict[str, object]:
    confinement.set_limits(request["limits"])
    if request["mode"] == "none":
        confinement.die_with_parent()
        return {}
    if request["mode"] == "landlock" and os.getppid() != request["parent_pid"]:
        # The parent died before the death signal was set.
        os._exit(1)
    return confinement.enter(request["read_paths"], request["mode"] == "landlock", request["limits"])


def _hide_output() -> int:
    """Redirect standard output and error to /dev/null while Blender starts; the real ones are kept for the script."""
    kept = os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)
    return kept


def _run(request: dict, output: int) -> dict | bytes:
    """Run the script; returns the reply, encoded if it has a scene, by functions bound before the script ran."""
    import bpy

    bpy.ops.wm.read_factory_settings(use_empty=True)
    # Bound before the script can replace them; a script that tampers further only falsifies its own numbers.
    from scene_dump import TooLargeError, dump_scene, snapshot

    encode = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode
    before, limits = snapshot(), request["limits"]
    sys.stdout.flush()
    os.dup2(output, 1)
    os.dup2(output, 2)
    failure = _execute(request["source"])
    if failure is not None:
        return failure
    try:
        return encode({"outcome": "built", "scene": dump_scene(before, limits)}).encode()
    except TooLargeError as error:
        return {"outcome": "too_large", "sentence": str(error)}
    except ValueError:
        return {"outcome": "script_error", "sentence": "The scene has a coordinate or colour that is not finite."}
    except BaseException as error:  # noqa: BLE001 the script may have broken anything
        return {"outcome": "script_error", "sentence": f"The scene could not be read: {_words(error)}."}


def _execute(source: str) -> dict | None:
    """Run the script as `__main__`; returns its error, or None."""
    names = {"__name__": "__main__", "__builtins__": __builtins__}
    try:
        try:
            exec(compile(source, SCRIPT_NAME, "exec", dont_inherit=True), names)  # noqa: S102 this is the sandbox
        finally:
            sys.stdout.flush()
    except SystemExit:
        return {"outcome": "script_error", "sentence": "The script ended the program; let it run to its last line."}
    except BaseException as error:  # noqa: BLE001 any failure of the script becomes a sentence
        return {"outcome": "script_error", "sentence": f"{_line(error)}{_words(error)}."}
    return None


def _line(error: BaseException) -> str:
    """The innermost line of the script itself."""
    line = error.lineno if isinstance(error, SyntaxError) else None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == SCRIPT_NAME:
            line = trace.tb_lineno
        trace = trace.tb_next
    return f"Line {line}: " if line else ""


def _words(error: BaseException) -> str:
    try:
        said = " ".join(str(error).split())
    except BaseException:  # noqa: BLE001 the script may define how its errors print
        said = ""
    return f"{type(error).__name__}: {said}"[:_LONGEST_MESSAGE].rstrip(": .")


def _send(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


if __name__ == "__main__":
    main(int(sys.argv[1]))
