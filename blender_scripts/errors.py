"""Errors that the launcher knows by a code; everything else is an unexpected failure.

`view`: a camera does not see the object whole; `facts` holds what was measured. `disk_full`: nothing can be written.
The launcher's side of the codes is `workers/blender_jobs.py`.
"""


class JobError(RuntimeError):
    """A job that cannot be done, with a code, a sentence that names a remedy, and what was measured."""

    def __init__(self, code: str, sentence: str, facts: dict | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.facts = facts or {}
