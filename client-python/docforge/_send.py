"""Sends one request."""

from __future__ import annotations

import http.client
import socket
import time
from contextlib import contextmanager
from typing import Callable, Iterator, Mapping, NamedTuple, Optional, TypeVar
from urllib.parse import urljoin, urlsplit

from ._clock import Clock
from ._errors import DocForgeError
from ._pool import Pool, Response
from ._response_error import response_error
from ._signal import Signal

Value = TypeVar("Value")

# Storage redirects the requests to a new bucket.
_MAX_REDIRECTS = 5

# Those after which a request is sent again as it is. A GET is so after the others too.
_SAME_REQUEST = frozenset({307, 308})
_REDIRECTS = _SAME_REQUEST | {301, 302, 303}


class Contact:
    """Whether any request of a client has had a response."""

    def __init__(self) -> None:
        self.is_made = False


class Sender(NamedTuple):
    """What sending a request needs."""

    pool: Pool
    clock: Clock
    contact: Contact


class Request(NamedTuple):
    """A request. `timeout_seconds` is the longest time until its response is complete."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: Optional[bytes]
    timeout_seconds: float
    follows_redirects: bool = False


class _Unreached(OSError):
    """Nothing listens at the address, or its host does not exist: not worth a retry."""


class _TimedOut(Exception):
    """There is no complete response within the seconds of the request."""


@contextmanager
def _first_contact(contact: Contact) -> Iterator[None]:
    """
    A block in which a client that has never reached its service, and finds nothing at its address, fails with
    `Unreached`.
    """
    try:
        yield
    except ConnectionRefusedError as error:
        if contact.is_made:
            raise
        raise _Unreached(str(error)) from error
    except socket.gaierror as error:
        if contact.is_made or error.errno != socket.EAI_NONAME:
            raise
        raise _Unreached(str(error)) from error


@contextmanager
def network_faults(url: str, signal: Signal) -> Iterator[None]:
    """A block in which faults of the network become a `network_error`, or the error of the signal."""
    try:
        yield
    except (OSError, http.client.HTTPException, _TimedOut) as error:
        signal.throw_if_ended()
        is_timeout = isinstance(error, (_TimedOut, socket.timeout))
        what = "did not respond in time" if is_timeout else "is not reachable"
        host = urlsplit(url).netloc.rpartition("@")[2]
        message = f"{host} {what}. Check the URL and the connection."
        fault = DocForgeError("network_error", message, retryable=True)
        fault.is_unreached = isinstance(error, _Unreached)
        raise fault from error


def _read_and_close(response: Response) -> bytes:
    try:
        return response.read()
    finally:
        response.close()


def open_response(sender: Sender, request: Request, signal: Signal) -> Response:
    """
    Sends a request and returns its response, which the caller reads and closes.

    Raises DocForgeError with `network_error` if there is no response, or with the error of the response.
    """
    deadline = time.monotonic() + request.timeout_seconds

    def check() -> None:
        signal.throw_if_ended()
        if time.monotonic() >= deadline:
            raise _TimedOut

    signal.throw_if_ended()
    method, url, headers, body, _, follows_redirects = request
    redirects = _MAX_REDIRECTS if follows_redirects else 0
    followed = _REDIRECTS if method == "GET" else _SAME_REQUEST
    while True:
        with network_faults(url, signal), _first_contact(sender.contact):
            response = sender.pool.request(method, url, headers, body, check)
            sender.contact.is_made = True
            if 200 <= response.status < 300:
                return response
            content = _read_and_close(response)
        location = response.headers.get("location")
        if redirects == 0 or response.status not in followed or location is None:
            raise response_error(response.status, response.headers, content, sender.clock.now())
        redirects -= 1
        url = urljoin(url, location)


def send(sender: Sender, request: Request, read: Callable[[Response], Value], signal: Signal) -> Value:
    """
    Sends a request and reads its response with `read`.

    Raises DocForgeError with `network_error` if there is no complete response in time, or with the error of
    the response.
    """
    response = open_response(sender, request, signal)
    try:
        with network_faults(request.url, signal):
            return read(response)
    finally:
        response.close()
