"""Runs an untrusted scene script in the sandbox: `build_scene` vets and runs it, `run_script` only runs it.

The child process is confined before Blender starts (see docs/security.md), and its reply is parsed as untrusted input
(`sandbox.reply`). Whether the numbers are right is checked by the audit. Raises SandboxUnavailable instead of running
anything without a sandbox, unless mode `none` is requested by name.
"""

import os
import signal
import threading

from pipeline.scene.sandbox.launch import (
    READY,
    SandboxUnavailable,
    available_sandboxes,
    choose_sandbox,
    start_runner,
)
from pipeline.scene.sandbox.records import SandboxLimits, SandboxMode, SandboxOutcome, SandboxResult
from pipeline.scene.sandbox.reply import SandboxVerdict, printable, read_reply
from pipeline.scene.sandbox.script_vetting import vet_script
from pipeline.scene.sandbox.supervise import ProcessEnd
from pipeline.scene.sandbox.vetting_rules import MOST_CHARACTERS
from workers.queue_time import in_queue

__all__ = ["SandboxLimits", "SandboxResult", "SandboxUnavailable", "available_sandboxes", "build_scene", "run_script"]

_DEFAULT_LIMITS = SandboxLimits()

_turns = threading.BoundedSemaphore(os.cpu_count() or 1)
"""One script per core: with more at once each would be stopped for the time that the others took."""


def build_scene(source: str, limits: SandboxLimits = _DEFAULT_LIMITS, mode: SandboxMode = "auto") -> SandboxResult:
    """Vet the script, then run it: the entry point for every script that a model wrote."""
    findings = vet_script(source)
    if findings:
        words = "\n".join(f"Line {finding.line}: {finding.sentence}" for finding in findings)
        return SandboxResult(outcome="refused", sentence=words, seconds=0.0, sandbox="not_started")
    return run_script(source, limits, mode)


def run_script(source: str, limits: SandboxLimits = _DEFAULT_LIMITS, mode: SandboxMode = "auto") -> SandboxResult:
    """Run the script in a sandbox without vetting it; raises only SandboxUnavailable."""
    if len(source) > MOST_CHARACTERS:
        sentence = f"The script has {len(source)} characters; at most {MOST_CHARACTERS} are read."
        return SandboxResult(outcome="too_large", sentence=sentence, seconds=0.0, sandbox="not_started")
    kind = choose_sandbox(mode)
    with in_queue():
        _turns.acquire()
    try:
        end = start_runner(kind, source, limits)
    finally:
        _turns.release()
    if end.stop == "ended" and not end.result.startswith(READY):
        # The line `ready` is sent before the script runs, so no script can fake this case.
        said = (end.result or end.tail)[-300:].decode(errors="replace")
        raise SandboxUnavailable(f"the {kind} sandbox could not be entered: {printable(said)}")
    outcome, scene, sentence = _verdict(end, limits)
    return SandboxResult(
        outcome=outcome,
        scene=scene,
        sentence=sentence,
        stdout_tail=printable(end.tail.decode(errors="replace")),
        seconds=round(end.seconds, 3),
        sandbox=kind,
    )


def _verdict(end: ProcessEnd, limits: SandboxLimits) -> SandboxVerdict:
    stopped = _stopped(end, limits)
    if stopped is not None:
        return stopped[0], "none", stopped[1]
    if end.exit_code != 0:
        return "crashed", "none", _crash_sentence(end.exit_code)
    if end.result == READY:
        return "crashed", "none", "The script ended its process before the scene could be read."
    return read_reply(end.result.removeprefix(READY), limits)


def _stopped(end: ProcessEnd, limits: SandboxLimits) -> tuple[SandboxOutcome, str] | None:
    if end.stop == "wall_clock":
        return "timed_out", f"The script ran longer than {limits.wall_seconds:g} s and was stopped."
    if end.stop == "output":
        return "too_large", f"The script printed more than {limits.output_bytes} bytes; print less or nothing."
    if end.stop == "result":
        return "too_large", f"The scene takes more than {limits.result_bytes} bytes; build a smaller mesh."
    if end.stop == "threads":
        return "too_large", f"The script started more than {limits.threads} threads."
    # bubblewrap reports a signal as exit code 128 + its number.
    if end.exit_code in (-signal.SIGXCPU, 128 + signal.SIGXCPU):
        return "timed_out", f"The script used more than {limits.cpu_seconds} s of processor time."
    return None


def _crash_sentence(exit_code: int) -> str:
    number = -exit_code if exit_code < 0 else exit_code - 128
    if number not in {known.value for known in signal.Signals}:
        return f"The script's process ended early, with exit code {exit_code}."
    if number == signal.SIGKILL:
        return "The script was killed for using too much processor time or memory."
    name = signal.Signals(number).name
    return f"Blender died while the script ran ({name}); often it asked for more memory than there is."
