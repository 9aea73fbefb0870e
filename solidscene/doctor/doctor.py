"""Checks the machine and reports what is missing for films and samples, with remedies.

Everything is tested rather than assumed, the slow tests in parallel, so that the whole takes a few seconds. Changes
nothing but an empty cache folder, and prints no secret.
"""

from concurrent.futures import ThreadPoolExecutor

from solidscene.doctor import machine, programs
from solidscene.doctor.records import Diagnosis, DoctorFinding

_MARKS = {"ok": "ok     ", "warn": "warn   ", "missing": "MISSING"}


def examine() -> Diagnosis:
    """Every finding about this machine."""
    with ThreadPoolExecutor(3) as pool:
        blender = pool.submit(programs.blender)
        ffmpeg = pool.submit(programs.ffmpeg)
        sandbox = pool.submit(programs.sandbox)
        quick: tuple[DoctorFinding, ...] = (
            machine.processors(),
            machine.memory(),
            *machine.disks(),
            *machine.cache(),
            *machine.settings(),
            *machine.extras(),
        )
        tried = (machine.python(), *blender.result(), ffmpeg.result(), sandbox.result())
    return Diagnosis(findings=(*tried, *quick))


def format_diagnosis(diagnosis: Diagnosis) -> str:
    """The findings as lines for a terminal, with the remedy below each fault."""
    width = max(len(finding.name) for finding in diagnosis.findings)
    lines = []
    for finding in diagnosis.findings:
        lines.append(f"{_MARKS[finding.status]}  {finding.name:<{width}}  {finding.sentence}")
        if finding.remedy:
            lines.append(f"{'':9}{'':<{width}}  Remedy: {finding.remedy}")
    return "\n".join([*lines, "", _verdict(diagnosis)])


def _verdict(diagnosis: Diagnosis) -> str:
    missing = [finding.name for finding in diagnosis.findings if finding.necessary and finding.status == "missing"]
    if missing:
        return f"not ready: {', '.join(missing)}"
    warned = sum(finding.status == "warn" for finding in diagnosis.findings)
    return f"ready, with {warned} warning{'s' if warned > 1 else ''}" if warned else "ready"
