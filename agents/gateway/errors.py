"""Errors for requests that end without a reply. Each names problem, role and remedy; none contains an API key.

`asker.Complaint` is not one of them: a reply that fails a check goes back to the model, while these errors stop the
problem (`BudgetSpent` stops the run).
"""

from agents.gateway.asker import Role


class GatewayError(RuntimeError):
    """No reply was obtained."""

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
        """The same error with its problem and role."""
        return type(self)(self.sentence, self.remedy, problem_id, role)


class MissingRecording(GatewayError):  # noqa: N818
    """Replies come from a cassette and this one is not recorded."""


class OfflineAsked(GatewayError):  # noqa: N818
    """A model was asked for a role whose offline twin should run."""


class ModelRefused(GatewayError):  # noqa: N818
    """The model, or a filter before it, declined to answer."""


class ReplyTruncated(GatewayError):  # noqa: N818
    """The reply was truncated, even with twice the max_tokens."""


class ProviderError(GatewayError):
    """The server rejected the request, or was not reachable in any retry."""


class ServerUnusable(ProviderError):  # noqa: N818
    """Wrong key, unknown model, no credit: with these settings every other request would fail too."""


class BudgetSpent(GatewayError):  # noqa: N818
    """The next call could exceed the remaining budget. Nothing was sent."""
