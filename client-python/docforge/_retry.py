"""Repeats calls that may succeed later."""

from __future__ import annotations

from typing import Callable, Optional, TypeVar

from ._clock import Clock
from ._errors import DocForgeError
from ._signal import Signal

Value = TypeVar("Value")

# Tries after the first one for faults of the network and the service: about 15 seconds of pauses in all.
_MAX_RETRIES = 5

# Pauses double from this many seconds up to the second number.
_FIRST_PAUSE_SECONDS = 0.5
_LONGEST_PAUSE_SECONDS = 20.0

# A longer Retry-After is returned to the caller. The windows of the rate limits are 60 seconds.
_LONGEST_RETRY_AFTER_SECONDS = 90

# The longest time that one call waits for limits that free up, such as the plan's active jobs.
_LONGEST_LIMIT_WAIT_SECONDS = 600


def _pause_of(index: int, retry_after_seconds: Optional[float], random: float) -> float:
    """
    Returns the seconds before retry `index`: half of the doubling pause at least, so that clients spread, and
    Retry-After at least.
    """
    pause = min(_FIRST_PAUSE_SECONDS * 2.0 ** min(index, 10), _LONGEST_PAUSE_SECONDS)
    return max(pause / 2, retry_after_seconds or 0) + random * pause / 2


def with_retries(attempt: Callable[[int], Value], clock: Clock, signal: Signal) -> Value:
    """
    Calls `attempt` until it succeeds, fails with an error that is not retryable, or has used up its retries.

    Limits (status 429) that free up within 90 seconds are waited for, up to ten minutes in all, and do not
    count as retries.
    """
    faults = 0
    limit_wait_seconds = 0.0
    index = 0
    while True:
        signal.throw_if_ended()
        try:
            return attempt(index)
        except DocForgeError as error:
            if not error.retryable or error.is_unreached:
                raise
            if (error.retry_after_seconds or 0) > _LONGEST_RETRY_AFTER_SECONDS:
                raise
            pause = _pause_of(index, error.retry_after_seconds, clock.random())
            if error.status == 429:
                limit_wait_seconds += pause
            else:
                faults += 1
            if faults > _MAX_RETRIES or limit_wait_seconds > _LONGEST_LIMIT_WAIT_SECONDS:
                raise
        clock.sleep(pause, signal)
        index += 1
