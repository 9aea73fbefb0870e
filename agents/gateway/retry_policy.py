"""Retry policy (tenacity): which failed calls are retried, and the exponential backoff between them.

A wait requested by the server (rate limit 429 with Retry-After) is honoured, plus a little jitter so that calls do not
return in step; otherwise the backoff doubles up to a bound, minus a random part of up to half. A wait that would end
after the total time limit is not started.
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
"""Error codes for an empty account; some providers send them with status 429, but a retry does not help."""
_FIELD_JITTER_S = 1.0
"""Jitter for calls that the server asked to return at the same time."""


def _drop_warning(_sentence: str) -> None:
    """The default listener, which drops warnings."""


@dataclass(frozen=True)
class Clock:
    """Clock, sleep, random numbers and the listener for warnings; injected so that tests need not wait."""

    sleep: Callable[[float], None] = time.sleep
    monotonic: Callable[[], float] = time.monotonic
    wall_clock: Callable[[], float] = time.time
    chance: Callable[[], float] = random.random
    """A random number from 0 to 1."""
    warn: Callable[[str], None] = _drop_warning
    """Receives warnings for the user, each once."""


class EmptyReply(Exception):  # noqa: N818
    """The model returned no text; a retry often helps."""


def is_transient(error: BaseException) -> bool:
    """Whether a retry of the same request may succeed: rate limit (429), server error, timeout, empty reply."""
    if isinstance(error, EmptyReply):
        return True
    if not isinstance(error, WireFailure):
        return False
    if error.kind != "status":
        return True
    has_credit = not any(code in error.said for code in _NO_CREDIT)
    return has_credit and (error.status in _TRANSIENT_STATUS or error.status >= 500)


def retrying(settings: ModelSettings, clock: Clock) -> Retrying:
    """A tenacity retry loop for one reply; raises the last failure."""
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
    """The wait a server requests, from `retry-after-ms` or `retry-after` (seconds or a date); None if there is none."""
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
    # Relative to the server's own Date header, so that a wrong local clock does not matter.
    return max(0.0, until - (_date(headers.get("date", "")) or now))


def _number(text: str) -> float | None:
    """The text as a finite non-negative number, or None."""
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
