"""Errors of the client."""

from __future__ import annotations

from typing import Any, Literal, Optional, Union

from .types import ErrorCode as ResponseErrorCode
from .types import Job, JobErrorCode

# The codes of responses with status 429.
LimitErrorCode = Literal[
    "rate_limited",
    "monthly_limit_reached",
    "active_jobs_limit_reached",
    "engine_time_limit_reached",
    "waiting_calls_limit_reached",
]

# The codes of errors that the client finds itself.
ClientErrorCode = Literal[
    "invalid_response",
    "invalid_webhook",
    "job_cancelled",
    "network_error",
    "unreadable_input",
    "upload_rejected",
]

# The code of an error: of a refused request, of a failed job, or of the client.
ErrorCode = Union[ResponseErrorCode, LimitErrorCode, JobErrorCode, ClientErrorCode]


class DocForgeError(Exception):
    """
    A call that did not succeed. `message` states what is wrong and what to do.

    A client that talks to a newer service can receive codes that its types do not list.
    """

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        *,
        status: Optional[int] = None,
        field: Optional[str] = None,
        request_id: Optional[str] = None,
        retryable: bool = False,
        retry_after_seconds: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        # Whether a client that has never reached its service found nothing at its address. Not retried.
        self.is_unreached = False
        self.code = code
        self.message = message
        # The HTTP status; None if there was no response.
        self.status = status
        # The field of the request that is at fault, such as options.pages.
        self.field = field
        # The X-Request-Id of the response. Quote it when you contact support.
        self.request_id = request_id
        # Whether the same call may succeed later. The client has already retried it where that can help.
        self.retryable = retryable
        # The seconds that the service asked the client to wait.
        self.retry_after_seconds = retry_after_seconds

    def __reduce__(self) -> tuple[Any, ...]:
        # Process pools send errors to another process without calling the constructor.
        return _restore, (type(self), self.args, self.__dict__)


class JobFailedError(DocForgeError):
    """A job that failed or was cancelled. `code` is the code of the job's error, or `job_cancelled`."""

    def __init__(self, job: Job) -> None:
        error = job["error"]
        if error is None:
            super().__init__("job_cancelled", f"The job {job['job_id']} was cancelled.")
        else:
            super().__init__(error["code"], error["message"], retryable=error["retryable"])
        self.job = job


class Cancelled(Exception):
    """The call ended because its `cancel` event was set."""


def _restore(kind: type[DocForgeError], args: tuple[Any, ...], state: dict[str, Any]) -> DocForgeError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


def unreadable(message: str) -> DocForgeError:
    """Returns the error of a path that cannot be read or written."""
    return DocForgeError("unreadable_input", message)
