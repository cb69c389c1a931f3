"""Uploads."""

from __future__ import annotations

import json
import uuid
from typing import Any, Mapping, Optional, cast

from ._api import Api, ApiRequest
from ._errors import DocForgeError
from ._input import Content
from ._limits import FUNCTION_UPLOAD_BYTES
from ._multipart import Body, multipart_of
from ._retry import with_retries
from ._send import Request, Sender, send
from ._signal import Signal
from .types import PresignedUpload, UploadedFile, Usage

# Ten minutes: 25 MB at 350 kbit/s.
UPLOAD_SECONDS = 600


def form_of_dry_run(content: Content, request: Mapping[str, Any]) -> Body:
    """
    Returns the form of a dry run with a document, which the service does not store.

    Raises DocForgeError with `file_too_large` if the document does not fit into one call.
    """
    if content.size_bytes > FUNCTION_UPLOAD_BYTES:
        megabytes = content.size_bytes / 1_000_000
        raise DocForgeError(
            "file_too_large",
            f"{content.name} is {megabytes:.1f} MB; a dry run accepts files of up to"
            f" {FUNCTION_UPLOAD_BYTES / 1_000_000} MB."
            " Upload it, which counts as an operation, and pass its file_id.",
        )
    fields = {
        name: value if isinstance(value, str) else json.dumps(value) for name, value in request.items()
    }
    return multipart_of(content, {**fields, "dry_run": "true"})


class Uploader:
    """
    Uploads documents: multipart to the API if the deployment accepts the size there, else a presigned form
    directly to storage. The limit of the deployment is read for the first larger file.
    """

    def __init__(self, sender: Sender, api: Api) -> None:
        self._sender = sender
        self._api = api
        self._limits: Any = None

    def upload(self, content: Content, signal: Signal) -> str:
        """Uploads a document and returns its id."""
        if content.size_bytes <= FUNCTION_UPLOAD_BYTES:
            return self._send_multipart(content, signal)
        limits = self._read_limits(signal)
        if content.size_bytes > limits["max_bytes"]:
            # No route of the service accepts the file, so nothing is sent.
            raise DocForgeError(
                "file_too_large",
                f"{content.name} is {content.size_bytes / 1048576:.1f} MB; the limit is "
                f"{limits['max_bytes'] // 1048576} MB. Split it or reduce its size.",
            )
        if content.size_bytes <= limits["max_upload_bytes"]:
            return self._send_multipart(content, signal)
        return self._send_to_storage(content, signal)

    def _read_limits(self, signal: Signal) -> Any:
        if self._limits is None:
            usage: Usage = self._api.call(ApiRequest("GET", "/usage", signal))
            self._limits = usage["files"]
        return self._limits

    def _send_multipart(self, content: Content, signal: Signal) -> str:
        request = ApiRequest(
            "POST",
            "/upload",
            signal,
            body=multipart_of(content, {}),
            idempotency_key=str(uuid.uuid4()),
            timeout_seconds=UPLOAD_SECONDS,
        )
        return cast(UploadedFile, self._api.call(request))["file_id"]

    def _send_to_storage(self, content: Content, signal: Signal) -> str:
        announced = {"filename": content.name, "size_bytes": content.size_bytes}
        key = str(uuid.uuid4())
        request = ApiRequest("POST", "/uploads", signal, json=announced, idempotency_key=key)
        form: PresignedUpload = self._api.call(request)
        is_expired = False

        def attempt(_: int) -> None:
            nonlocal form, is_expired
            if is_expired:
                # The same key returns a new form for the same file.
                form = self._api.call(request)
            try:
                self._send_form(form, content, signal)
            except DocForgeError as error:
                is_expired = error.status == 403
                raise

        with_retries(attempt, self._sender.clock, signal)
        return form["file_id"]

    def _send_form(self, form: PresignedUpload, content: Content, signal: Signal) -> None:
        body = multipart_of(content, form["upload"]["fields"])
        headers = {"Content-Type": body.type}
        url = form["upload"]["url"]
        request = Request("POST", url, headers, body.content, UPLOAD_SECONDS, follows_redirects=True)
        try:
            send(self._sender, request, lambda response: response.read(), signal)
        except DocForgeError as error:
            if error.status is None or error.retryable:
                raise
            raise DocForgeError(
                "upload_rejected",
                f"Storage rejected the upload of {content.name} with status {error.status}.",
                status=error.status,
                # The form is valid for 15 minutes, and the next try requests a new one.
                retryable=error.status == 403,
            ) from error
