"""Bodies of uploads."""

from __future__ import annotations

import re
import uuid
from typing import Mapping, NamedTuple

from ._input import Content


class Body(NamedTuple):
    """A body with its Content-Type."""

    content: bytes
    type: str


def _quoted(name: str) -> str:
    """Returns a quoted string (RFC 7578, 4.2; RFC 9110, 5.6.4)."""
    escaped = re.sub(r'["\\]', r"\\\g<0>", re.sub(r"[\r\n\0]", " ", name))
    return f'"{escaped}"'


def multipart_of(content: Content, fields: Mapping[str, str]) -> Body:
    """
    Returns the multipart/form-data body of a document, with the part `file` after the given fields.

    It is in memory as a whole, because retries send the same bytes. Raises DocForgeError with
    `unreadable_input` if the file has changed or disappeared.
    """
    boundary = f"docforge-{uuid.uuid4()}"
    parts = [
        f"--{boundary}\r\nContent-Disposition: form-data; name={_quoted(field)}\r\n\r\n{value}\r\n"
        for field, value in fields.items()
    ]
    parts.append(
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename={_quoted(content.name)}\r\n'
        "Content-Type: application/octet-stream\r\n\r\n"
    )
    # A file name of the system can contain bytes that are not UTF-8.
    head = "".join(parts).encode("utf-8", "replace")
    whole = b"".join([head, content.read(), f"\r\n--{boundary}--\r\n".encode()])
    return Body(whole, f"multipart/form-data; boundary={boundary}")
