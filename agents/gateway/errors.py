"""How asking a model can end without a reply. Each error names problem, role and remedy; none holds an API key.

`asker.Complaint` is not among them: a reply that fails a check goes back to the model, these stop the problem (or,
`BudgetSpent`, the run).
"""

from agents.gateway.asker import Role


class GatewayError(RuntimeError):
    """No reply could be had."""

    def __init__(self, sentence: str, remedy: str, problem_id: str = "", role: Role | str = "") -> None:
        super().__init__(sentence, remedy, problem_id, role)
        self.sentence = sentence
        self.remedy = remedy
        self.problem_id = problem_id
        self.role = role

    def __str__(self) -> str:
        place = " · ".join(part for part in (self.problem_id, self.role) if part)
        return (
            f"{place}: {self.sentence}. Remedy: {self.remedy}" if place else f"{self.sentence}. Remedy: {self.remedy}"
        )

    def at(self, problem_id: str, role: Role) -> "GatewayError":
        """The same error with its place."""
        return type(self)(self.sentence, self.remedy, problem_id, role)


class MissingRecording(GatewayError):  # noqa: N818
    """Replies come from recordings and this one is not there."""


class OfflineAsked(GatewayError):  # noqa: N818
    """A role was asked although its offline twin should run."""


class ModelRefused(GatewayError):  # noqa: N818
    """The model, or a filter before it, declined to answer."""


class ReplyTruncated(GatewayError):  # noqa: N818
    """The reply did not fit, not even with twice the room."""


class ProviderError(GatewayError):
    """The server does not accept the request, or was not reachable for all tries."""


class ServerUnusable(ProviderError):  # noqa: N818
    """Wrong key, no such model, no credit: with these settings every other question would fail too."""


class BudgetSpent(GatewayError):  # noqa: N818
    """The next call could cost more than is left. Nothing was sent."""
