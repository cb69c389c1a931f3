"""What ends a call early: its timeout, or the event of its caller."""

from __future__ import annotations

import time
from typing import Optional, Protocol

from ._errors import Cancelled

# The longest time until a call notices its event, in seconds.
POLL_SECONDS = 0.05


class Event(Protocol):
    """An event, such as a `threading.Event`."""

    def is_set(self) -> bool:
        """Returns whether the event has occurred."""
        ...


class Signal:
    """Ends a call once its deadline has passed, or one of its events is set."""

    def __init__(self, timeout: Optional[float] = None, *events: Optional[Event]) -> None:
        """`timeout` is in seconds from now."""
        self._deadline = None if timeout is None else time.monotonic() + timeout
        self._events = tuple(event for event in events if event is not None)

    def reason(self) -> Optional[Exception]:
        """Returns the error that ends the call, or None while it may continue."""
        if any(event.is_set() for event in self._events):
            return Cancelled("The call was cancelled.")
        if self._deadline is not None and time.monotonic() >= self._deadline:
            return TimeoutError("The call did not end within its timeout.")
        return None

    def throw_if_ended(self) -> None:
        """Raises Cancelled or TimeoutError if the call must end."""
        reason = self.reason()
        if reason is not None:
            raise reason

    def joined_with(self, event: Event) -> Signal:
        """Returns a signal that one more event ends."""
        joined = Signal(None, *self._events, event)
        joined._deadline = self._deadline
        return joined

    def sleep(self, seconds: float) -> None:
        """Returns after some seconds. Raises Cancelled or TimeoutError if the call ends first."""
        end = time.monotonic() + seconds
        while True:
            self.throw_if_ended()
            left = end - time.monotonic()
            if left <= 0:
                return
            time.sleep(min(left, POLL_SECONDS))


class Grace(Signal):
    """Ends some seconds after another signal, so that a request which is under way can complete."""

    def __init__(self, signal: Signal, seconds: float) -> None:
        super().__init__()
        self._signal = signal
        self._seconds = seconds

    def reason(self) -> Optional[Exception]:
        """Returns the error of the other signal, once the seconds after it have passed."""
        reason = self._signal.reason()
        if reason is None:
            return None
        if self._deadline is None:
            self._deadline = time.monotonic() + self._seconds
        return reason if time.monotonic() >= self._deadline else None
