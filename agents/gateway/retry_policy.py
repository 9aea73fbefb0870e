"""When a failed call is tried again, and after which wait: the policy over tenacity.

Waits asked for by the server are honoured whole, with a little jitter on top so that calls do not return in step;
otherwise the wait doubles up to a bound, less up to half of it by chance. A wait that would end
after the total time is not begun.
"""

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

from tenacity import RetryCallState, Retrying, retry_if_exception

from agents.gateway.model_settings import ModelSettings
from agents.gateway.wire import WireFailure

_TRANSIENT_STATUS = frozenset((408, 409, 425, 429))
_NO_CREDIT = ("insufficient_quota", "billing_hard_limit", "Arrearage", "insufficient_balance")
"""Codes under which providers report an empty account, some of them with status 429."""
_FIELD_JITTER_S = 1.0
"""Spread of calls that the server told to return at the same time."""


def _print_nothing(_sentence: str) -> None:
    """Warnings go nowhere unless somebody listens."""


@dataclass(frozen=True)
class Clock:
    """Clocks, chance and the listener for warnings, so that tests need not wait."""

    sleep: Callable[[float], None] = time.sleep
    monotonic: Callable[[], float] = time.monotonic
    wall_clock: Callable[[], float] = time.time
    chance: Callable[[], float] = random.random
    """A number from 0 to 1."""
    warn: Callable[[str], None] = _print_nothing
    """Hears what a person should know once."""


class EmptyReply(Exception):  # noqa: N818
    """The model ended without a word; another try often helps."""


def is_transient(error: BaseException) -> bool:
    """Whether the same request may succeed later."""
    if isinstance(error, EmptyReply):
        return True
    if not isinstance(error, WireFailure):
        return False
    if error.kind != "status":
        return True
    has_credit = not any(code in error.said for code in _NO_CREDIT)
    return has_credit and (error.status in _TRANSIENT_STATUS or error.status >= 500)


def retrying(settings: ModelSettings, clock: Clock) -> Retrying:
    """A tenacity loop for one reply; raises the last failure."""
    started = clock.monotonic()

    def wait(state: RetryCallState) -> float:
        spread = clock.chance()
        failure = state.outcome.exception() if state.outcome else None
        asked = retry_after_s(failure.headers, clock.wall_clock()) if isinstance(failure, WireFailure) else None
        if asked is not None:
            return asked + spread * min(_FIELD_JITTER_S, settings.first_wait_s)
        doubled = settings.first_wait_s * 2.0 ** (state.attempt_number - 1)
        return min(doubled, settings.longest_wait_s) * (0.5 + spread / 2)

    def stop(state: RetryCallState) -> bool:
        over = clock.monotonic() - started + state.upcoming_sleep
        return state.attempt_number >= settings.tries or over > settings.total_s

    return Retrying(retry=retry_if_exception(is_transient), wait=wait, stop=stop, sleep=clock.sleep, reraise=True)


def retry_after_s(headers: Mapping[str, str], now: float) -> float | None:
    """The wait a server asks for, from `retry-after-ms` or `retry-after` (seconds or a date); None if it does not."""
    milliseconds = _number(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    stated = headers.get("retry-after", "")
    seconds = _number(stated)
    if seconds is not None:
        return seconds
    until = _date(stated)
    if until is None:
        return None
    # The server's own date beside it, so that a wrong clock here does not matter.
    return max(0.0, until - (_date(headers.get("date", "")) or now))


def _number(text: str) -> float | None:
    """A finite number that is not negative."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 <= value < float("inf") else None


def _date(text: str) -> float | None:
    try:
        return parsedate_to_datetime(text).timestamp()
    except (ValueError, TypeError, IndexError):
        return None
