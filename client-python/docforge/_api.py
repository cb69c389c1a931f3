"""Calls of the API, with tokens, retries and idempotency keys."""

from __future__ import annotations

import json
from typing import Any, Callable, NamedTuple, Optional, cast

from ._errors import DocForgeError
from ._multipart import Body
from ._pool import Response
from ._retry import with_retries
from ._send import Request, Sender, send
from ._signal import Signal
from ._tokens import AccessToken, TokenCache, Tokens

# Longer than the service waits for a job (25 s) or API Gateway for a function (29 s).
_DEFAULT_TIMEOUT_SECONDS = 60

# How long a token of your own server is valid is unknown: a refused one is replaced.
_OWN_TOKEN_SECONDS = 600

# The problem document has the codes of limits, which the plain JSON of a 429 lacks.
_ACCEPT = "application/json, application/problem+json"


class ApiRequest(NamedTuple):
    """A request to the API."""

    method: str
    path: str
    signal: Signal
    # Sent as JSON.
    json: Optional[dict[str, Any]] = None
    # Sent instead of JSON.
    body: Optional[Body] = None
    # Sent with each try, so that a repeated call counts once.
    idempotency_key: Optional[str] = None
    # Ends a try instead of the signal, which then ends only the pauses: the caller needs the response to undo
    # the call.
    try_signal: Optional[Signal] = None
    timeout_seconds: float = _DEFAULT_TIMEOUT_SECONDS
    # Whether a retry that ends with this error shows that an earlier try succeeded.
    is_done: Callable[[DocForgeError], bool] = lambda error: False


def _read_json(response: Response) -> Any:
    body = response.read()
    if body == b"":
        return None
    try:
        return json.loads(body)
    except ValueError as error:
        raise DocForgeError(
            "invalid_response",
            "The response is not JSON. Check that the base URL points to the API.",
            status=response.status,
        ) from error


class Api:
    """Calls an API at a base URL that ends without a slash, with a key or with the tokens of a function."""

    def __init__(
        self,
        sender: Sender,
        base_url: str,
        api_key: Optional[str],
        access_token: Optional[Callable[[], str]],
        token_cache: Optional[TokenCache],
    ) -> None:
        self._sender = sender
        self._base_url = base_url
        self._api_key = api_key
        self._access_token = access_token
        self._tokens = Tokens(self._exchange, sender.clock, token_cache)

    def call(self, request: ApiRequest) -> Any:
        """
        Calls the API and returns the JSON of the response, or None if it has none. Raises DocForgeError.
        """

        def attempt(index: int) -> Any:
            try:
                return self._send_with_token(request)
            except DocForgeError as error:
                if index > 0 and request.is_done(error):
                    return None
                raise

        return with_retries(attempt, self._sender.clock, request.signal)

    def _exchange(self, signal: Signal) -> AccessToken:
        if self._access_token is not None:
            return {"access_token": self._access_token(), "expires_in": _OWN_TOKEN_SECONDS}
        request = ApiRequest("POST", "/authorize", signal, json={"api_key": self._api_key})
        # The contract's response of POST /authorize.
        return cast(AccessToken, self._send(request, None))

    def _send_with_token(self, request: ApiRequest) -> Any:
        token = self._tokens.get(request.signal)
        try:
            return self._send(request, token)
        except DocForgeError as error:
            if error.status != 401:
                raise
            self._tokens.discard(token)
        return self._send(request, self._tokens.get(request.signal))

    def _send(self, request: ApiRequest, token: Optional[str]) -> Any:
        headers = {"Accept": _ACCEPT, "Accept-Encoding": "gzip"}
        body = None
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if request.idempotency_key is not None:
            headers["Idempotency-Key"] = request.idempotency_key
        if request.json is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(request.json).encode()
        elif request.body is not None:
            headers["Content-Type"] = request.body.type
            body = request.body.content
        url = f"{self._base_url}{request.path}"
        signal = request.try_signal or request.signal
        return send(
            self._sender,
            Request(request.method, url, headers, body, request.timeout_seconds),
            _read_json,
            signal,
        )
