"""Errors with a code for the launcher; everything else is an unexpected failure.

`view`: a camera does not see the whole object; `facts` contains the measurements. `disk_full`: nothing can be written.
The launcher's side of the codes is `workers/blender_jobs.py`.
"""


class JobError(RuntimeError):
    """A job that cannot be done, with a code, a sentence that names a remedy, and the measurements."""

    def __init__(self, code: str, sentence: str, facts: dict | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.facts = facts or {}
