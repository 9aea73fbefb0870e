"""Findings of the doctor: one record per check. Data only."""

from typing import Literal

from geometry.record import Record

Status = Literal["ok", "warn", "missing"]


class DoctorFinding(Record):
    """One thing the program needs or can use, and its state on this machine."""

    name: str
    """What was checked, in a word or two."""
    status: Status
    """`ok`; `warn` if it works worse or is optional and absent; `missing` if it does not work at all."""
    necessary: bool
    """Whether films and samples cannot be made without it."""
    sentence: str
    """What was found."""
    remedy: str = ""
    """What to do about it; empty if nothing is wrong."""


class Diagnosis(Record):
    """All findings, in display order."""

    findings: tuple[DoctorFinding, ...]

    @property
    def ready(self) -> bool:
        """Nothing that is necessary is missing."""
        return not any(finding.necessary and finding.status == "missing" for finding in self.findings)


def good(name: str, sentence: str, necessary: bool = True) -> DoctorFinding:
    return DoctorFinding(name=name, status="ok", necessary=necessary, sentence=sentence)


def poor(name: str, sentence: str, remedy: str) -> DoctorFinding:
    """A warning: it works worse than it could."""
    return DoctorFinding(name=name, status="warn", necessary=False, sentence=sentence, remedy=remedy)


def gone(name: str, sentence: str, remedy: str) -> DoctorFinding:
    """Something necessary is missing or does not work."""
    return DoctorFinding(name=name, status="missing", necessary=True, sentence=sentence, remedy=remedy)
