"""What the doctor finds: one record per question about the machine. Data only."""

from typing import Literal

from geometry.record import Record

Status = Literal["ok", "warn", "missing"]


class Finding(Record):
    """One thing the program needs or would like, and how it is here."""

    name: str
    """What was looked at, in a word or two."""
    status: Status
    """`ok`; `warn` when something works worse or is left out; `missing` when it does not work at all."""
    necessary: bool
    """Whether films and samples cannot be made without it."""
    sentence: str
    """What was found."""
    remedy: str = ""
    """What to do about it; empty when all is well."""


class Diagnosis(Record):
    """All findings, in the order in which they are told."""

    findings: tuple[Finding, ...]

    @property
    def ready(self) -> bool:
        """Nothing that is necessary is missing."""
        return not any(finding.necessary and finding.status == "missing" for finding in self.findings)


def good(name: str, sentence: str, necessary: bool = True) -> Finding:
    return Finding(name=name, status="ok", necessary=necessary, sentence=sentence)


def poor(name: str, sentence: str, remedy: str) -> Finding:
    """Something that works worse than it could."""
    return Finding(name=name, status="warn", necessary=False, sentence=sentence, remedy=remedy)


def gone(name: str, sentence: str, remedy: str) -> Finding:
    """Something necessary that does not work."""
    return Finding(name=name, status="missing", necessary=True, sentence=sentence, remedy=remedy)
