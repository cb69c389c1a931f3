"""Errors of responses whose status is not a success."""

from __future__ import annotations

import json
import math
from email.utils import parsedate_to_datetime
from http.client import HTTPMessage
from typing import Any, Mapping, Optional, cast

from ._errors import DocForgeError, ErrorCode

# The codes of status 429, by how the message begins, for a proxy that removes the problem document.
_LIMITS = {
    "Monthly usage limit": "monthly_limit_reached",
    "Too many active jobs": "active_jobs_limit_reached",
}


def _fields_of(body: bytes) -> dict[str, Any]:
    try:
        fields = json.loads(body)
    except ValueError:
        return {}
    return fields if isinstance(fields, dict) else {}


def _text_of(fields: Mapping[str, Any], name: str) -> Optional[str]:
    value = fields.get(name)
    return value if isinstance(value, str) and value != "" else None


def _code_of(status: int, fields: Mapping[str, Any]) -> str:
    code = _text_of(fields, "code")
    error = _text_of(fields, "error")
    if code is not None:
        return code
    if status == 429:
        limits = (limit for start, limit in _LIMITS.items() if error is not None and error.startswith(start))
        return next(limits, "rate_limited")
    # A gateway in front of the service responds without the fields of the contract.
    if error is not None and _text_of(fields, "message") is not None:
        return error
    return "temporarily_unavailable" if status >= 500 else "invalid_response"


def _message_of(status: int, fields: Mapping[str, Any]) -> str:
    texts = (_text_of(fields, name) for name in ("detail", "message", "error"))
    return next(
        (text for text in texts if text is not None),
        f"The service responded with status {status} and no description."
        " Check the base URL, or try again later.",
    )


def _seconds_of(retry_after: Optional[str], now: float) -> Optional[float]:
    if retry_after is None or retry_after.strip() == "":
        return None
    try:
        seconds = float(retry_after)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(retry_after).timestamp() - now
        except (TypeError, ValueError):
            return None
    return max(seconds, 0.0) if math.isfinite(seconds) else None


def _is_retryable(status: int, code: str) -> bool:
    """Limits except that of the month, faults, and a first call under way may succeed later."""
    if status == 429:
        return code != "monthly_limit_reached"
    return status >= 500 or code == "idempotency_in_flight"


def response_error(status: int, headers: HTTPMessage, body: bytes, now: float) -> DocForgeError:
    """Reads the error of a response. `now` is in seconds since the epoch."""
    fields = _fields_of(body)
    code = _code_of(status, fields)
    return DocForgeError(
        # A newer service may send a code that the type does not list.
        cast(ErrorCode, code),
        _message_of(status, fields),
        status=status,
        field=_text_of(fields, "field"),
        request_id=headers.get("x-request-id"),
        retryable=_is_retryable(status, code),
        retry_after_seconds=_seconds_of(headers.get("retry-after"), now),
    )
