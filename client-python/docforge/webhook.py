"""Webhooks that are signed as Standard Webhooks 1.0 specifies."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Optional, Protocol, Union

from ._errors import DocForgeError

# The largest difference between the time of a message and the clock (Standard Webhooks recommends 5 minutes).
_TOLERANCE_SECONDS = 300


class WebhookHeaders(Protocol):
    """
    Headers of a request: a dict, or the object of a web framework. A value is a text or a list of texts.
    """

    def items(self) -> Any:
        """Returns the pairs of names and values."""
        ...


def _refuse(message: str) -> DocForgeError:
    return DocForgeError("invalid_webhook", message)


def _header_of(headers: WebhookHeaders, name: str) -> str:
    found = next((value for key, value in headers.items() if key.lower() == name), "")
    value = found if isinstance(found, str) else next(iter(found), "")
    if value == "":
        raise _refuse(f"The webhook has no {name} header.")
    return value


def _decode_base64(text: str) -> Optional[bytes]:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None


def _key_of(secret: str) -> bytes:
    key = _decode_base64(secret[6:] if secret.startswith("whsec_") else secret)
    if not key:
        raise ValueError("The webhook secret is not base64. Pass it as the service displays it: whsec_…")
    return key


def _check_time(timestamp: str, now: float) -> None:
    is_number = re.fullmatch(r"[0-9]{1,12}", timestamp) is not None
    if not is_number or abs(now - int(timestamp)) > _TOLERANCE_SECONDS:
        raise _refuse(
            "The webhook was signed more than 5 minutes ago or in the future."
            " Check the clock of this machine."
        )


def verify_webhook(
    payload: Union[str, bytes], headers: WebhookHeaders, secret: str, *, now: Optional[float] = None
) -> Any:
    """
    Verifies a webhook (Standard Webhooks 1.0) and returns its parsed payload.

    `payload` is the body exactly as it was received, before any parsing. `secret` is that of the endpoint,
    `whsec_…`. `now` is in seconds since the epoch. Raises DocForgeError with `invalid_webhook` if a header is
    missing, no signature matches, or the time differs by over 5 minutes.
    """
    message_id = _header_of(headers, "webhook-id")
    timestamp = _header_of(headers, "webhook-timestamp")
    _check_time(timestamp, time.time() if now is None else now)
    key = _key_of(secret)
    body = payload.encode() if isinstance(payload, str) else bytes(payload)
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = hmac.new(key, signed, hashlib.sha256).digest()
    for signature in _header_of(headers, "webhook-signature").split(" "):
        found = _decode_base64(signature[3:]) if signature.startswith("v1,") else None
        if found is None or not hmac.compare_digest(found, expected):
            continue
        try:
            return json.loads(body)
        except ValueError as error:
            raise _refuse("The webhook body is not JSON.") from error
    raise _refuse(
        "No signature of the webhook matches. Check the secret, and pass the body as it was received."
    )
