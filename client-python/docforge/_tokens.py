"""Bearer tokens, which all calls of a client share."""

from __future__ import annotations

import threading
from typing import Callable, NamedTuple, Optional, Protocol, TypedDict

from ._clock import Clock
from ._signal import POLL_SECONDS, Signal

# Seconds before its expiry at which a token is replaced: longer than any call waits, apart from uploads.
_RENEWAL_SECONDS = 60


class AccessToken(TypedDict):
    """A bearer token and the number of seconds for which it is valid."""

    access_token: str
    expires_in: float


class SavedToken(NamedTuple):
    """A token that a program stores for its next run."""

    access_token: str
    # When to replace it, in seconds since the epoch.
    renew_at: float


class TokenCache(Protocol):
    """
    Where a program stores its token between runs.

    `POST /authorize` accepts ten calls a minute from an address.
    """

    def load(self) -> Optional[SavedToken]:
        """Returns the stored token, or None if there is none."""
        ...

    def store(self, token: SavedToken) -> None:
        """Stores a new token."""
        ...


class _Exchange:
    """An exchange that one call carries out and others wait for."""

    def __init__(self) -> None:
        self.ended = threading.Event()
        self.token: Optional[str] = None
        self.error: Optional[Exception] = None


class Tokens:
    """
    The tokens of a client. `exchange` requests a new one. The first token is that of the cache, if it has
    one.
    """

    def __init__(
        self, exchange: Callable[[Signal], AccessToken], clock: Clock, cache: Optional[TokenCache]
    ) -> None:
        self._exchange = exchange
        self._clock = clock
        self._cache = cache
        self._is_cache_read = cache is None
        self._lock = threading.Lock()
        self._current: Optional[SavedToken] = None
        self._pending: Optional[_Exchange] = None

    def get(self, signal: Signal) -> str:
        """Returns a valid token. All simultaneous callers wait for one exchange."""
        while True:
            signal.throw_if_ended()
            with self._lock:
                current = self._fresh(self._current)
                if current is not None:
                    return current.access_token
                is_first = self._pending is None
                pending = self._pending or _Exchange()
                self._pending = pending
            if is_first:
                return self._carry_out(pending, signal)
            while not pending.ended.wait(POLL_SECONDS):
                signal.throw_if_ended()
            if pending.error is not None:
                raise pending.error
            if pending.token is not None:
                return pending.token
            # The call that carried it out was cancelled, so another one does.

    def discard(self, token: str) -> None:
        """Discards a token that the service refused."""
        with self._lock:
            if self._current is not None and self._current.access_token == token:
                self._current = None

    def _carry_out(self, exchange: _Exchange, signal: Signal) -> str:
        try:
            token = self._obtain(signal)
            with self._lock:
                self._current = token
            exchange.token = token.access_token
            return token.access_token
        except Exception as error:
            if signal.reason() is None:
                exchange.error = error
            raise
        finally:
            with self._lock:
                self._pending = None
            exchange.ended.set()

    def _obtain(self, signal: Signal) -> SavedToken:
        if not self._is_cache_read and self._cache is not None:
            self._is_cache_read = True
            saved = self._fresh(self._cache.load())
            if saved is not None:
                return saved
        sent_at = self._clock.now()
        answer = self._exchange(signal)
        seconds = answer["expires_in"]
        token = SavedToken(answer["access_token"], sent_at + max(seconds - _RENEWAL_SECONDS, seconds / 2))
        if self._cache is not None:
            self._cache.store(token)
        return token

    def _fresh(self, token: Optional[SavedToken]) -> Optional[SavedToken]:
        return None if token is None or self._clock.now() >= token.renew_at else token
