"""The client of a service."""

from __future__ import annotations

import re
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import PurePath
from types import TracebackType
from typing import Any, Callable, Iterator, Mapping, Optional, Sequence, Union, cast
from urllib.parse import quote, urlencode, urlsplit

from ._api import Api, ApiRequest
from ._clock import Clock
from ._errors import DocForgeError
from ._input import DocumentInput, UploadInput, open_content
from ._limits import MAX_WAIT_SECONDS
from ._pool import Pool
from ._result import Result
from ._send import Contact, Sender
from ._signal import Event, Grace, Signal
from ._tokens import TokenCache
from ._upload import UPLOAD_SECONDS, Uploader, form_of_dry_run
from .types import (
    AcceptedJob,
    ConversionStep,
    DryRun,
    ExtractFormat,
    File,
    FormatName,
    Formats,
    Job,
    JobStatus,
    JobType,
    Usage,
    Webhook,
    WebhookEventType,
)

# A document format, by its name or an alias, and what to extract. A newer service may have more of them.
Format = Union[FormatName, str]
Extract = Union[ExtractFormat, str]

# Options of a conversion or extraction. `formats()` returns the JSON Schema of each pair.
Options = Mapping[str, Any]

# A conversion or extraction of a job with several. A newer service may accept more members.
Step = Union[ConversionStep, Mapping[str, Any]]

OnProgress = Callable[[Job], None]

# The shortest wait of one GET /job/{id} while progress is reported, in seconds.
_SHORTEST_WAIT_SECONDS = 4

# Uploads of one call at the same time.
_PARALLEL_UPLOADS = 3

# The longest time for cancelling the job of a call that ended early.
_CANCEL_SECONDS = 5


def _base_url_of(text: str) -> str:
    try:
        parts = urlsplit(text)
        is_valid = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_valid = False
    if not is_valid:
        raise ValueError(f"base_url must be an http or https URL, not {text!r}.")
    return text.rstrip("/")


def _path_of(kind: str, resource_id: str) -> str:
    return f"/{kind}/{quote(resource_id, safe='')}"


def _given(**members: Any) -> dict[str, Any]:
    """
    Returns the members that are not None. `from` is a keyword of Python, so its member ends in an underscore.
    """
    return {name.rstrip("_"): value for name, value in members.items() if value is not None}


def _source(
    file_id: Optional[str], file_ids: Optional[Sequence[str]], file_url: Optional[str]
) -> dict[str, Any]:
    return _given(
        file_id=file_id, file_ids=None if file_ids is None else list(file_ids), file_url=file_url
    )


def _target_of(
    to: Optional[Format], steps: Optional[Sequence[Step]], options: Optional[Options]
) -> dict[str, Any]:
    """Returns the members of a request that name its target, or the steps in its place."""
    if (to is None) == (steps is None):
        raise ValueError("Pass either to or steps.")
    if steps is not None and options is not None:
        raise ValueError("Each step has its own options. Pass them in the steps.")
    return _given(to=to, steps=None if steps is None else [dict(step) for step in steps], options=options)


def _name_of(document: object) -> Optional[str]:
    """Returns the name of a document in messages: its path, or that of its file."""
    path = document if isinstance(document, (str, PurePath)) else getattr(document, "name", None)
    return str(path) if isinstance(path, (str, PurePath)) else None


def _with_names(error: DocForgeError, names: Mapping[str, str]) -> DocForgeError:
    """Writes the names of documents in place of their ids, which the caller has never seen."""
    error.message = re.sub(r"\bfile_[0-9A-Za-z]+", lambda found: names.get(found[0], found[0]), error.message)
    error.args = (error.message,)
    return error


def _reference_of(document: object, name: str) -> Optional[str]:
    return document.get(name) if isinstance(document, Mapping) else None


class DocForge:
    """
    A client of a DocForge service. Any number of threads can call one client at the same time.

    Each call accepts `timeout`, its longest time in seconds, after which it raises TimeoutError, and
    `cancel`, an event such as `threading.Event` that makes it raise Cancelled.
    """

    def __init__(
        self,
        *,
        base_url: str,
        api_key: Optional[str] = None,
        access_token: Optional[Callable[[], str]] = None,
        token_cache: Optional[TokenCache] = None,
        clock: Optional[Clock] = None,
    ) -> None:
        """
        Creates a client of the service at `base_url`, such as `https://d111.cloudfront.net`.

        It signs in with `api_key`, or with tokens that the function `access_token` gets from a server of
        yours. `token_cache` stores the token between runs of a program; by default it is only in memory.
        `clock` replaces time and randomness in tests.
        """
        if api_key is None and access_token is None:
            raise ValueError("Pass api_key or access_token.")
        self._pool = Pool()
        self._sender = Sender(self._pool, clock or Clock(), Contact())
        self._api = Api(self._sender, _base_url_of(base_url), api_key, access_token, token_cache)
        self._uploader = Uploader(self._sender, self._api)
        self._lock = threading.Lock()
        self._waiting = 0

    def __enter__(self) -> DocForge:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections that are kept open for further calls."""
        self._pool.close()

    def convert(
        self,
        document: Union[DocumentInput, Sequence[DocumentInput]],
        *,
        to: Optional[Format] = None,
        steps: Optional[Sequence[Step]] = None,
        from_: Optional[Format] = None,
        options: Optional[Options] = None,
        filename: Optional[str] = None,
        webhook_url: Optional[str] = None,
        deliver_to: Optional[str] = None,
        on_progress: Optional[OnProgress] = None,
        cancel_on_abort: bool = True,
        timeout: Optional[float] = None,
        cancel: Optional[Event] = None,
    ) -> Result:
        """
        Converts a document, or combines several into one result, and waits for the result. With `steps` in
        place of `to`, runs several conversions as one job; `result` also returns the results that steps keep.

        `from_` is the source format, by default detected from the bytes. `filename` names a document without
        a name. The end of the job is also announced to `webhook_url`, and its result is also sent to the
        presigned address `deliver_to`. `on_progress` is called with the job's state each time that the
        service returns it. A call that ends early cancels its job, unless `cancel_on_abort` is False.

        Raises JobFailedError if the document cannot be converted, DocForgeError if a request is refused.
        """
        target = _target_of(to, steps, options)
        signal = Signal(timeout, cancel)
        names: dict[str, str] = {}
        source = self._source_of(document, filename, signal, names)
        ending = _given(webhook_url=webhook_url, deliver_to=deliver_to)
        request = {**source, **_given(from_=from_), **target, **ending}
        try:
            return self._run("/convert", request, signal, cancel, on_progress, cancel_on_abort)
        except DocForgeError as error:
            raise _with_names(error, names)

    def extract(
        self,
        document: DocumentInput,
        *,
        format: Optional[Extract] = None,
        options: Optional[Options] = None,
        filename: Optional[str] = None,
        webhook_url: Optional[str] = None,
        deliver_to: Optional[str] = None,
        on_progress: Optional[OnProgress] = None,
        cancel_on_abort: bool = True,
        timeout: Optional[float] = None,
        cancel: Optional[Event] = None,
    ) -> Result:
        """
        Extracts content from a document and waits for the result. `format` is by default `text`.

        The other arguments are those of `convert`. Raises JobFailedError if the document cannot be read,
        DocForgeError if a request is refused.
        """
        signal = Signal(timeout, cancel)
        source = self._source_of(document, filename, signal, {})
        ending = _given(webhook_url=webhook_url, deliver_to=deliver_to)
        request = {**source, **_given(format=format, options=options), **ending}
        return self._run("/extract", request, signal, cancel, on_progress, cancel_on_abort)

    def upload(
        self,
        document: UploadInput,
        *,
        filename: Optional[str] = None,
        timeout: Optional[float] = None,
        cancel: Optional[Event] = None,
    ) -> str:
        """Uploads a document and returns its `file_id`."""
        return self._upload(document, filename, Signal(timeout, cancel))

    def submit_conversion(
        self,
        *,
        to: Optional[Format] = None,
        steps: Optional[Sequence[Step]] = None,
        file_id: Optional[str] = None,
        file_ids: Optional[Sequence[str]] = None,
        file_url: Optional[str] = None,
        from_: Optional[Format] = None,
        options: Optional[Options] = None,
        webhook_url: Optional[str] = None,
        deliver_to: Optional[str] = None,
        timeout: Optional[float] = None,
        cancel: Optional[Event] = None,
    ) -> AcceptedJob:
        """
        Submits a conversion of one `file_id`, several `file_ids` or a `file_url` without waiting for it.

        Its end is announced to `webhook_url`, and its result is sent to the presigned address `deliver_to`.
        """
        source = _source(file_id, file_ids, file_url)
        ending = _given(webhook_url=webhook_url, deliver_to=deliver_to)
        request = {**source, **_given(from_=from_), **_target_of(to, steps, options), **ending}
        return self._submit("/convert", request, Signal(timeout, cancel))

    def submit_extraction(
        self,
        *,
        file_id: Optional[str] = None,
        file_url: Optional[str] = None,
        format: Optional[Extract] = None,
        options: Optional[Options] = None,
        webhook_url: Optional[str] = None,
        deliver_to: Optional[str] = None,
        timeout: Optional[float] = None,
        cancel: Optional[Event] = None,
    ) -> AcceptedJob:
        """
        Submits an extraction from a `file_id` or a `file_url` without waiting for it. `webhook_url` and
        `deliver_to` are those of `submit_conversion`.
        """
        ending = _given(webhook_url=webhook_url, deliver_to=deliver_to)
        request = {**_given(file_id=file_id, file_url=file_url, format=format, options=options), **ending}
        return self._submit("/extract", request, Signal(timeout, cancel))

    def dry_run(
        self,
        *,
        file: Optional[UploadInput] = None,
        file_id: Optional[str] = None,
        file_ids: Optional[Sequence[str]] = None,
        file_url: Optional[str] = None,
        to: Optional[Format] = None,
        steps: Optional[Sequence[Step]] = None,
        format: Optional[Extract] = None,
        from_: Optional[Format] = None,
        options: Optional[Options] = None,
        filename: Optional[str] = None,
        webhook_url: Optional[str] = None,
        deliver_to: Optional[str] = None,
        timeout: Optional[float] = None,
        cancel: Optional[Event] = None,
    ) -> DryRun:
        """
        Returns what a conversion would do, or an extraction if the request has neither `to` nor `steps`.
        Creates and counts nothing.

        A `file` of at most 4.5 MB is sent with the request and not stored; `filename` names one without a
        name. Raises DocForgeError if the request would be refused, and with `file_too_large` for a larger
        file, without sending it. A limit of the plan is in `limit_reached`. `webhook_url` and `deliver_to`
        are checked, and receive nothing.
        """
        if to is None and steps is None:
            path, target = "/extract", _given(format=format, options=options)
        elif format is None:
            path, target = "/convert", _target_of(to, steps, options)
        else:
            raise ValueError("Pass only one of to, steps and format.")
        signal = Signal(timeout, cancel)
        ending = _given(webhook_url=webhook_url, deliver_to=deliver_to)
        request = {**_source(file_id, file_ids, file_url), **_given(from_=from_), **target, **ending}
        if file is None:
            call = ApiRequest("POST", path, signal, json={**request, "dry_run": True})
        elif file_id is None and file_ids is None and file_url is None:
            signal.throw_if_ended()
            body = form_of_dry_run(open_content(file, filename, signal), request)
            call = ApiRequest("POST", path, signal, body=body, timeout_seconds=UPLOAD_SECONDS)
        else:
            raise ValueError("Pass only one of file, file_id, file_ids and file_url.")
        return cast(DryRun, self._api.call(call))

    def job(self, job_id: str, *, timeout: Optional[float] = None, cancel: Optional[Event] = None) -> Job:
        """Reads a job."""
        return self._job(job_id, Signal(timeout, cancel))

    def wait_for(
        self,
        job_id: str,
        *,
        on_progress: Optional[OnProgress] = None,
        timeout: Optional[float] = None,
        cancel: Optional[Event] = None,
    ) -> Job:
        """Waits for a job to finish and returns it, even if it failed."""
        return self._wait_for(job_id, on_progress, Signal(timeout, cancel))

    def result(self, job: Job, *, step: Optional[str] = None, cancel: Optional[Event] = None) -> Result:
        """
        Returns the result of a job that has ended, or that of a `step` that keeps it.

        Raises JobFailedError if the job has none.
        """
        return Result(self._sender, job, lambda signal: self._job(job["job_id"], signal), cancel, step)

    def jobs(
        self,
        *,
        status: Optional[JobStatus] = None,
        type: Optional[JobType] = None,
        from_: Optional[Format] = None,
        timeout: Optional[float] = None,
        cancel: Optional[Event] = None,
    ) -> Iterator[Job]:
        """Lists the jobs of the last 30 days, the newest first. `timeout` is that of each page."""
        return self._items_of("/jobs", _given(status=status, type=type, from_=from_), timeout, cancel)

    def files(self, *, timeout: Optional[float] = None, cancel: Optional[Event] = None) -> Iterator[File]:
        """Lists the files that have not expired, the newest first. `timeout` is that of each page."""
        return self._items_of("/files", {}, timeout, cancel)

    def file(self, file_id: str, *, timeout: Optional[float] = None, cancel: Optional[Event] = None) -> File:
        """Reads a file's properties, with a signed URL of its bytes."""
        return cast(File, self._read(_path_of("file", file_id), Signal(timeout, cancel)))

    def cancel(self, job_id: str, *, timeout: Optional[float] = None, cancel: Optional[Event] = None) -> Job:
        """
        Cancels a queued or processing job and returns it.

        Raises DocForgeError with `job_not_active` if it has ended.
        """
        return self._cancel(job_id, Signal(timeout, cancel))

    def delete_job(
        self, job_id: str, *, timeout: Optional[float] = None, cancel: Optional[Event] = None
    ) -> None:
        """Deletes a job that has ended, with its result."""
        self._delete(_path_of("job", job_id), Signal(timeout, cancel))

    def delete_file(
        self, file_id: str, *, timeout: Optional[float] = None, cancel: Optional[Event] = None
    ) -> None:
        """Deletes a file."""
        self._delete(_path_of("file", file_id), Signal(timeout, cancel))

    def webhooks(
        self, *, timeout: Optional[float] = None, cancel: Optional[Event] = None
    ) -> list[Webhook]:
        """Lists the webhook endpoints of the account, the oldest first."""
        return cast("list[Webhook]", self._read("/webhooks", Signal(timeout, cancel))["data"])

    def webhook(
        self, webhook_id: str, *, timeout: Optional[float] = None, cancel: Optional[Event] = None
    ) -> Webhook:
        """Reads a webhook endpoint."""
        return cast(Webhook, self._read(_path_of("webhooks", webhook_id), Signal(timeout, cancel)))

    def update_webhook(
        self,
        webhook_id: str,
        *,
        url: Optional[str] = None,
        events: Optional[Sequence[WebhookEventType]] = None,
        timeout: Optional[float] = None,
        cancel: Optional[Event] = None,
    ) -> Webhook:
        """Changes the URL or the events of a webhook endpoint and returns it. Its secret stays the same."""
        changes = _given(url=url, events=None if events is None else list(events))
        path = _path_of("webhooks", webhook_id)
        return cast(Webhook, self._api.call(ApiRequest("PATCH", path, Signal(timeout, cancel), json=changes)))

    def delete_webhook(
        self, webhook_id: str, *, timeout: Optional[float] = None, cancel: Optional[Event] = None
    ) -> None:
        """Deletes a webhook endpoint."""
        self._delete(_path_of("webhooks", webhook_id), Signal(timeout, cancel))

    def formats(
        self,
        *,
        from_: Optional[Format] = None,
        timeout: Optional[float] = None,
        cancel: Optional[Event] = None,
    ) -> Formats:
        """Lists the conversions and extractions, of one source format if `from_` is given."""
        query = "" if from_ is None else f"?{urlencode({'from': from_})}"
        return cast(Formats, self._read(f"/formats{query}", Signal(timeout, cancel)))

    def usage(self, *, timeout: Optional[float] = None, cancel: Optional[Event] = None) -> Usage:
        """Reads the usage of the account."""
        return cast(Usage, self._read("/usage", Signal(timeout, cancel)))

    def _read(self, path: str, signal: Signal) -> Any:
        return self._api.call(ApiRequest("GET", path, signal))

    def _job(self, job_id: str, signal: Signal) -> Job:
        return cast(Job, self._read(_path_of("job", job_id), signal))

    def _delete(self, path: str, signal: Signal) -> None:
        self._api.call(ApiRequest("DELETE", path, signal, is_done=lambda error: error.status == 404))

    def _cancel(self, job_id: str, signal: Signal) -> Job:
        path = f"{_path_of('job', job_id)}/cancel"
        request = ApiRequest("POST", path, signal, is_done=lambda error: error.code == "job_not_active")
        cancelled: Optional[Job] = self._api.call(request)
        return self._job(job_id, signal) if cancelled is None else cancelled

    def _items_of(
        self, path: str, query: Mapping[str, str], timeout: Optional[float], cancel: Optional[Event]
    ) -> Iterator[Any]:
        cursor: Optional[str] = None
        while True:
            parameters = urlencode({"limit": "100", **query, **_given(cursor=cursor)})
            page = self._read(f"{path}?{parameters}", Signal(timeout, cancel))
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def _upload(self, document: UploadInput, filename: Optional[str], signal: Signal) -> str:
        signal.throw_if_ended()
        return self._uploader.upload(open_content(document, filename, signal), signal)

    def _file_id_of(self, document: DocumentInput, filename: Optional[str], signal: Signal) -> str:
        if _reference_of(document, "file_url") is not None:
            raise ValueError("A file_url cannot be combined with other documents. Upload its bytes instead.")
        file_id = _reference_of(document, "file_id")
        return file_id if file_id is not None else self._upload(cast(UploadInput, document), filename, signal)

    def _source_of(
        self,
        document: Union[DocumentInput, Sequence[DocumentInput]],
        filename: Optional[str],
        signal: Signal,
        names: dict[str, str],
    ) -> dict[str, Any]:
        documents = list(document) if isinstance(document, (list, tuple)) else [cast(DocumentInput, document)]
        if not documents:
            raise ValueError("Pass at least one document.")
        if len(documents) == 1:
            url = _reference_of(documents[0], "file_url")
            if url is not None:
                return {"file_url": url}
            return {"file_id": self._file_id_of(documents[0], filename, signal)}
        # One failure ends the other uploads too.
        failure = threading.Event()
        joined = signal.joined_with(failure)
        with ThreadPoolExecutor(_PARALLEL_UPLOADS) as executor:
            uploads = [executor.submit(self._file_id_of, each, None, joined) for each in documents]
            try:
                for upload in as_completed(uploads):
                    upload.result()
            except BaseException:
                failure.set()
                raise
        ids = [upload.result() for upload in uploads]
        for file_id, each in zip(ids, documents):
            names[file_id] = _name_of(each) or file_id
        return {"file_ids": ids}

    def _submit(
        self, path: str, request: dict[str, Any], signal: Signal, try_signal: Optional[Signal] = None
    ) -> AcceptedJob:
        key = str(uuid.uuid4())
        call = ApiRequest("POST", path, signal, json=request, idempotency_key=key, try_signal=try_signal)
        return cast(AcceptedJob, self._api.call(call))

    def _wait_for(self, job_id: str, on_progress: Optional[OnProgress], signal: Signal) -> Job:
        with self._lock:
            self._waiting += 1
        try:
            while True:
                seconds = MAX_WAIT_SECONDS
                if on_progress is not None:
                    # Progress of one job every few seconds; of many less often: a token has 60 calls a
                    # minute.
                    seconds = min(_SHORTEST_WAIT_SECONDS * self._waiting, MAX_WAIT_SECONDS)
                job = cast(Job, self._read(f"{_path_of('job', job_id)}?wait={seconds}", signal))
                if on_progress is not None:
                    on_progress(job)
                if job["status"] not in ("queued", "processing"):
                    return job
        finally:
            with self._lock:
                self._waiting -= 1

    def _run(
        self,
        path: str,
        request: dict[str, Any],
        signal: Signal,
        cancel: Optional[Event],
        on_progress: Optional[OnProgress],
        cancel_on_abort: bool,
    ) -> Result:
        try_signal = Grace(signal, _CANCEL_SECONDS) if cancel_on_abort else None
        job_id = self._submit(path, request, signal, try_signal)["job_id"]
        try:
            return self.result(self._wait_for(job_id, on_progress, signal), cancel=cancel)
        except BaseException as error:
            if cancel_on_abort and (signal.reason() is not None or isinstance(error, KeyboardInterrupt)):
                self._cancel_submitted(job_id)
            raise

    def _cancel_submitted(self, job_id: str) -> None:
        try:
            self._cancel(job_id, Signal(_CANCEL_SECONDS))
        except (DocForgeError, TimeoutError):
            # The caller receives the error that ended the call. The job ends by itself.
            pass
