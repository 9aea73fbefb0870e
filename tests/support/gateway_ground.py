"""What the gateway's tests share: settings for a scripted server, a clock that only moves when somebody sleeps."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pydantic import SecretStr

from agents.gateway.asker import Message
from agents.gateway.budget import Budget
from agents.gateway.exchange import MemoryExchanges
from agents.gateway.gateway import Gateway
from agents.gateway.model_settings import ROLES, ModelSettings, RoleSettings
from agents.gateway.retry_policy import Clock
from geometry.record import Record
from tests.support.scripted_server import ScriptedServer

KEY = "sk-test-0123456789abcdef"
MODEL = "test-model"
QUESTION = (Message(role="system", content="Be brief."), Message(role="user", content="How many faces has a cube?"))


class Faces(Record):
    """A reply."""

    count: int
    """How many."""
    kinds: tuple[str, ...] = ()
    """Their shapes."""


class StillClock:
    """Time that passes only by sleeping, and a list of the sleeps."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.now = 1000.0
        self.sleeps: list[float] = []
        self.warnings: list[str] = []

    def sleep(self, seconds: float) -> None:
        with self._lock:
            self.sleeps.append(seconds)
            self.now += seconds

    def clock(self) -> Clock:
        return Clock(
            sleep=self.sleep,
            monotonic=lambda: self.now,
            wall_clock=lambda: self.now,
            chance=lambda: 0.5,
            warn=self.warnings.append,
        )


def settings_for(server: ScriptedServer | str, **changes: Any) -> ModelSettings:
    """Settings that ask one model for every role."""
    url = server if isinstance(server, str) else server.base_url
    role = RoleSettings(model=MODEL, max_tokens=changes.pop("max_tokens", 100), extra=changes.pop("extra", {}))
    standard: dict[str, Any] = {"timeout_s": 5.0, "api_key": SecretStr(KEY), "roles": dict.fromkeys(ROLES, role)}
    return ModelSettings(base_url=url, **(standard | changes))


class Ground:
    """A gateway with its book and clock."""

    def __init__(self, settings: ModelSettings, budget: Budget | None = None) -> None:
        self.clock = StillClock()
        self.book = MemoryExchanges()
        self.gateway = Gateway(settings, self.book, "live", budget, self.clock.clock())

    def ask(self, schema: type[Record] | None = None, problem: str = "cube-1") -> str:
        return self.gateway.for_problem(problem).ask("reader", QUESTION, schema)

    def only(self) -> Any:
        (exchange,) = self.book.exchanges()
        return exchange


@contextmanager
def live_ground(server: ScriptedServer, budget: Budget | None = None, **changes: Any) -> Iterator[Ground]:
    """A live gateway to a scripted server."""
    ground = Ground(settings_for(server, **changes), budget)
    with ground.gateway:
        yield ground
