"""HTTP connections that are kept open between requests."""

from __future__ import annotations

import gzip
import http.client
import ssl
import threading
import weakref
import zlib
from typing import Mapping, NamedTuple, Optional
from urllib.parse import urlsplit

from ._channel import Channel, Check

# Idle connections of one origin. More are closed after their request.
_MAX_IDLE = 10

_DEFAULT_PORTS = {"http": 80, "https": 443}


class Origin(NamedTuple):
    """Where a connection leads to."""

    scheme: str
    host: str
    port: int


class Connection(http.client.HTTPConnection):
    """A connection to an origin whose waits can be ended."""

    def __init__(self, origin: Origin, context: Optional[ssl.SSLContext], check: Check) -> None:
        super().__init__(origin.host, origin.port)
        # Host headers contain the port only if it is not the scheme's.
        self.default_port = _DEFAULT_PORTS[origin.scheme]
        self.origin = origin
        self.channel: Optional[Channel] = None
        self._context = context
        self._check = check

    def connect(self) -> None:
        """Opens the connection."""
        self.channel = Channel(self.host, self.port, self._context, self._check)
        self.sock = self.channel

    def is_reusable(self) -> bool:
        """Returns whether the other end has kept the connection open."""
        return self.channel is not None and self.sock is not None and not self.channel.is_readable()


class Response:
    """A response whose body can be read once, as a whole or in parts."""

    def __init__(self, pool: Pool, connection: Connection, response: http.client.HTTPResponse) -> None:
        self._pool = pool
        self._connection = connection
        self._response = response
        self.status = response.status
        self.headers = response.headers

    def read(self) -> bytes:
        """Returns the body. Raises http.client.HTTPException if it is truncated."""
        body = self._response.read()
        if self.headers.get("content-encoding") != "gzip":
            return body
        try:
            return gzip.decompress(body)
        except (OSError, EOFError, zlib.error) as error:
            raise http.client.HTTPException("The body is not valid gzip.") from error

    def read_into(self, buffer: memoryview) -> int:
        """Reads some bytes of the body into a buffer and returns their number, 0 at the end."""
        count = self._response.readinto(buffer)
        # http.client reports a truncated body only to those who read it at once.
        if count == 0 and len(buffer) > 0 and self._response.length:
            raise http.client.IncompleteRead(b"", self._response.length)
        return count

    def close(self) -> None:
        """Keeps the connection for the next request if the body was read to its end, else closes it."""
        is_complete = self._response.isclosed()
        self._response.close()
        if is_complete:
            self._pool.keep(self._connection)
        else:
            self._connection.close()


def _origin_of(url: str) -> Origin:
    parts = urlsplit(url)
    try:
        return Origin(parts.scheme, parts.hostname or "", parts.port or _DEFAULT_PORTS[parts.scheme])
    except (KeyError, ValueError) as error:
        raise http.client.InvalidURL(f"{url} is not an http or https URL.") from error


def _close_all(connections: dict[Origin, list[Connection]]) -> None:
    for idle in connections.values():
        for connection in idle:
            connection.close()
    connections.clear()


class Pool:
    """The connections of a client. Threads can share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: dict[Origin, list[Connection]] = {}
        self._context: Optional[ssl.SSLContext] = None
        # Programs that do not close their client leave no open sockets.
        weakref.finalize(self, _close_all, self._idle)

    def request(
        self, method: str, url: str, headers: Mapping[str, str], body: Optional[bytes], check: Check
    ) -> Response:
        """Sends a request and returns the response once its headers have arrived."""
        parts = urlsplit(url)
        origin = _origin_of(url)
        target = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
        connection = self._take(origin, check)
        try:
            try:
                connection.request(method, target, body, dict(headers))
            except (BrokenPipeError, ConnectionResetError):
                # A server may refuse a body before its end, and its response is here then.
                if connection.sock is None:
                    raise
            return Response(self, connection, connection.getresponse())
        except BaseException:
            connection.close()
            raise

    def keep(self, connection: Connection) -> None:
        """Keeps a connection whose response has been read."""
        with self._lock:
            idle = self._idle.setdefault(connection.origin, [])
            if connection.sock is not None and len(idle) < _MAX_IDLE:
                idle.append(connection)
                return
        connection.close()

    def close(self) -> None:
        """Closes the idle connections. Later requests open new ones."""
        with self._lock:
            _close_all(self._idle)

    def _take(self, origin: Origin, check: Check) -> Connection:
        while True:
            with self._lock:
                idle = self._idle.get(origin)
                connection = idle.pop() if idle else None
                if self._context is None and origin.scheme == "https":
                    self._context = ssl.create_default_context()
            if connection is None:
                return Connection(origin, self._context if origin.scheme == "https" else None, check)
            if connection.is_reusable() and connection.channel is not None:
                connection.channel.check = check
                return connection
            connection.close()
