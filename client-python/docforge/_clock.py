"""Time and randomness, which tests replace."""

from __future__ import annotations

import random
import time

from ._signal import Signal


class Clock:
    """The clock of the system."""

    def now(self) -> float:
        """Returns the seconds since the epoch."""
        return time.time()

    def sleep(self, seconds: float, signal: Signal) -> None:
        """Returns after some seconds. Raises Cancelled or TimeoutError if the signal ends the call first."""
        signal.sleep(seconds)

    def random(self) -> float:
        """Returns a number from 0 to below 1."""
        return random.random()
