"""A socket whose waits can be ended, which blocking sockets do not allow."""

from __future__ import annotations

import io
import selectors
import socket
import ssl
from typing import Callable, Optional, TypeVar, Union

from ._signal import POLL_SECONDS

# poll has no limit on the numbers of sockets, which select has. Windows has only select, without that limit.
_Selector: type[selectors.BaseSelector] = getattr(selectors, "PollSelector", selectors.SelectSelector)

# Seconds for opening a connection to one address. Nothing else ends this wait.
_CONNECT_SECONDS = 10

# Bytes that are passed to the socket at once.
_SEND_BYTES = 262_144

Value = TypeVar("Value")
Check = Callable[[], None]


class Channel:
    """
    A connection with the methods of a socket that `http.client` uses.

    `check` is called every 50 ms while the other end is awaited. It raises an error to end the wait.
    """

    def __init__(self, host: str, port: int, context: Optional[ssl.SSLContext], check: Check) -> None:
        self.check = check
        self._readers = 0
        self._is_closed = False
        self._socket: Union[socket.socket, ssl.SSLSocket]
        self._socket = socket.create_connection((host, port), timeout=_CONNECT_SECONDS)
        try:
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._socket.setblocking(False)
            if context is not None:
                secured = context.wrap_socket(
                    self._socket, server_hostname=host, do_handshake_on_connect=False
                )
                self._socket = secured
                self._await(secured.do_handshake, selectors.EVENT_READ)
        except BaseException:
            self._socket.close()
            raise

    def sendall(self, data: Union[bytes, bytearray, memoryview]) -> None:
        """Sends all bytes."""
        rest = memoryview(data)
        while rest:
            part = rest[:_SEND_BYTES]
            sent = self._send(part)
            rest = rest[sent:]

    def receive_into(self, buffer: memoryview) -> int:
        """Reads some bytes into a buffer and returns their number, 0 at the end."""
        return self._await(lambda: self._socket.recv_into(buffer), selectors.EVENT_READ)

    def makefile(self, mode: str) -> io.BufferedReader:
        """Returns a file of the bytes that arrive."""
        self._readers += 1
        return io.BufferedReader(_Reader(self), 65_536)

    def is_readable(self) -> bool:
        """Returns whether bytes or the end have arrived. An idle connection that is readable has ended."""
        return self._is_ready(selectors.EVENT_READ, 0)

    def close(self) -> None:
        """Closes the connection once its files are closed."""
        self._is_closed = True
        if self._readers == 0:
            self._socket.close()

    def close_reader(self) -> None:
        """Closes the connection if it waits for its last file to be closed."""
        self._readers -= 1
        if self._is_closed:
            self.close()

    def _send(self, part: memoryview) -> int:
        return self._await(lambda: self._socket.send(part), selectors.EVENT_WRITE)

    def _is_ready(self, event: int, seconds: float) -> bool:
        with _Selector() as selector:
            selector.register(self._socket, event)
            return bool(selector.select(seconds))

    def _wait(self, event: int) -> None:
        self.check()
        while not self._is_ready(event, POLL_SECONDS):
            self.check()

    def _await(self, attempt: Callable[[], Value], event: int) -> Value:
        """Repeats an operation until the socket is ready for it. TLS may have to read in order to write."""
        while True:
            try:
                return attempt()
            except ssl.SSLWantReadError:
                self._wait(selectors.EVENT_READ)
            except ssl.SSLWantWriteError:
                self._wait(selectors.EVENT_WRITE)
            except BlockingIOError:
                self._wait(event)


class _Reader(io.RawIOBase):
    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        return self._channel.receive_into(buffer)

    def close(self) -> None:
        if not self.closed:
            self._channel.close_reader()
        super().close()
