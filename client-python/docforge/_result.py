"""Results of complete jobs."""

from __future__ import annotations

import io
import json
import os
import re
import uuid
from typing import Any, BinaryIO, Callable, Optional, TypeVar, Union

from ._errors import DocForgeError, JobFailedError, unreadable
from ._input import reason_of
from ._pool import Response
from ._retry import with_retries
from ._send import Request, Sender, network_faults, open_response
from ._signal import Event, Signal
from .types import Job, JobStep

Value = TypeVar("Value")

# Ten minutes, for results of up to 2 GB.
_DOWNLOAD_SECONDS = 600

_COPY_BYTES = 262_144


def _safe_name(filename: str) -> str:
    """The name is part of a path of this machine, whatever the service returns."""
    name = re.sub(r"[\\/\0]", "_", filename)
    return "result" if name in ("", ".", "..") else name


def _part_of(job: Job, step: Optional[str]) -> Union[Job, JobStep]:
    """Returns the part of a job that describes its result, or that of a step."""
    if step is None:
        return job
    found = next((each for each in job.get("steps", []) if each["name"] == step), None)
    if found is not None and (found["output"] is not None or job["status"] != "complete"):
        return found
    raise ValueError(
        f"The job has no result for the step {json.dumps(step)}."
        ' Use the last step, or one with "output": True.'
    )


class _ResultStream(io.RawIOBase):
    """The bytes of a result as a file. Reading raises DocForgeError if the connection fails."""

    def __init__(self, response: Response, url: str, signal: Signal) -> None:
        self._response = response
        self._url = url
        self._signal = signal

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        with network_faults(self._url, self._signal):
            return self._response.read_into(buffer)

    def close(self) -> None:
        if not self.closed:
            self._response.close()
        super().close()


class Result:
    """
    The result of a complete job, or of one of its steps. Each method downloads it, until the job's
    `expires_at`.

    A download ends with the `timeout` of its method in seconds, or with the event that ends the call that
    returned the result.
    """

    def __init__(
        self,
        sender: Sender,
        job: Job,
        read_job: Callable[[Signal], Job],
        cancel: Optional[Event],
        step: Optional[str] = None,
    ) -> None:
        """`read_job` reads the job again, for a new signed URL."""
        part = _part_of(job, step)
        output = part["output"]
        if output is None or job["status"] != "complete":
            raise JobFailedError(job)
        self.job = job
        # The name under which the service offers the result, without folders.
        self.filename = _safe_name(output["filename"])
        self.mime_type = output["mime_type"]
        self.size_bytes = output["size_bytes"]
        self._sender = sender
        self._read_job = read_job
        self._cancel = cancel
        self._step = step
        self._url = part.get("output_url")

    def bytes(self, *, timeout: Optional[float] = None) -> bytes:
        """Returns the result."""
        return self._download(lambda stream: stream.read(), Signal(timeout, self._cancel))

    def text(self, *, timeout: Optional[float] = None) -> str:
        """Returns the result as text (UTF-8)."""
        return self.bytes(timeout=timeout).decode("utf-8-sig", "replace")

    def json(self, *, timeout: Optional[float] = None) -> Any:
        """Returns the parsed result, such as `docforge.types.ChunksResult` of the extract format `chunks`."""
        return json.loads(self.text(timeout=timeout))

    def stream(self, *, timeout: Optional[float] = None) -> BinaryIO:
        """Returns the result as a binary file to read and close."""
        signal = Signal(timeout, self._cancel)
        return with_retries(lambda _: self._open(signal), self._sender.clock, signal)

    def save(self, path: Union[str, os.PathLike[str]], *, timeout: Optional[float] = None) -> str:
        """
        Writes the result to a file, or under its own name to a folder, and returns the path. The file appears
        once it is complete.

        Raises DocForgeError with `unreadable_input` if the file cannot be written.
        """
        text = os.fspath(path)
        is_folder = text.endswith(("/", os.sep)) or os.path.isdir(text)
        target = os.path.join(text, self.filename) if is_folder else text
        partial = f"{target}.{uuid.uuid4().hex[:8]}.part"
        try:
            os.makedirs(os.path.dirname(target) or ".", exist_ok=True)
            with open(partial, "wb") as file:
                self._download(lambda stream: _copy(stream, file, target), Signal(timeout, self._cancel))
            os.replace(partial, target)
        except OSError as error:
            if isinstance(error, TimeoutError):
                raise
            raise _unwritable(target, error) from error
        finally:
            if os.path.exists(partial):
                os.remove(partial)
        return target

    def _download(self, read: Callable[[BinaryIO], Value], signal: Signal) -> Value:
        def attempt(_: int) -> Value:
            with self._open(signal) as stream:
                return read(stream)

        return with_retries(attempt, self._sender.clock, signal)

    def _open(self, signal: Signal) -> BinaryIO:
        try:
            if self._url is not None:
                return self._open_url(self._url, signal)
        except DocForgeError as error:
            # A signed URL is valid for an hour at most, the result often for longer.
            if error.status not in (403, 404):
                raise
        self._url = self._read_url(signal)
        return self._open_url(self._url, signal)

    def _open_url(self, url: str, signal: Signal) -> BinaryIO:
        request = Request("GET", url, {}, None, _DOWNLOAD_SECONDS, follows_redirects=True)
        return io.BufferedReader(_ResultStream(open_response(self._sender, request, signal), url, signal))

    def _read_url(self, signal: Signal) -> str:
        try:
            fresh = _part_of(self._read_job(signal), self._step).get("output_url")
        except DocForgeError as error:
            if error.status != 404:
                raise
            fresh = None
        if fresh is None:
            message = "The result has been deleted. Submit the job again."
            raise DocForgeError("result_expired", message, status=410)
        return fresh


def _unwritable(path: str, error: OSError) -> DocForgeError:
    return unreadable(f"Cannot write {path}: {reason_of(error)}.")


def _copy(stream: BinaryIO, file: BinaryIO, target: str) -> None:
    """Writes a result over an incomplete one of an earlier try."""
    try:
        file.seek(0)
        file.truncate()
    except OSError as error:
        raise _unwritable(target, error) from error
    while True:
        part = stream.read(_COPY_BYTES)
        if not part:
            return
        try:
            file.write(part)
        except OSError as error:
            raise _unwritable(target, error) from error
