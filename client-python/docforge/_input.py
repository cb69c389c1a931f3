"""Documents that the client uploads."""

from __future__ import annotations

import os
from typing import Callable, NamedTuple, Optional, Protocol, TypedDict, Union

from ._errors import DocForgeError, unreadable
from ._limits import LARGEST_FILE_BYTES
from ._signal import Signal

_READ_BYTES = 1_048_576


class FileId(TypedDict):
    """A file that was uploaded earlier."""

    file_id: str


class FileUrl(TypedDict):
    """A public http or https URL, or the `file_url` of an upload."""

    file_url: str


class Readable(Protocol):
    """A binary file, or another object with its `read`. It is read into memory: a retry sends it again."""

    def read(self, size: int = ..., /) -> bytes:
        """Returns up to some bytes, and none at the end."""
        ...


# A document to upload: the path of a file, bytes, or a binary file.
UploadInput = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, Readable]

# A document to upload, or one that the service can already read.
DocumentInput = Union[UploadInput, FileId, FileUrl]


class Content(NamedTuple):
    """A document that can be uploaded any number of times."""

    name: str
    size_bytes: int
    read: Callable[[], bytes]


def reason_of(error: OSError) -> str:
    """Returns why a path cannot be read or written."""
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, PermissionError):
        return "permission denied"
    return error.strerror or str(error)


def _open_path(path: Union[str, os.PathLike[str]], filename: Optional[str]) -> Content:
    text = os.fspath(path)
    try:
        # Finds a file without permission before anything is sent.
        with open(text, "rb") as file:
            size_bytes = os.fstat(file.fileno()).st_size
    except OSError as error:
        if os.path.exists(text) and not os.path.isfile(text):
            raise unreadable(f"Cannot read {text}: it is not a regular file.") from error
        is_url = text.lower().startswith(("http://", "https://"))
        hint = ' For a URL, pass {"file_url": …}.' if is_url else ""
        raise unreadable(f"Cannot read {text}: {reason_of(error)}.{hint}") from error

    def read() -> bytes:
        try:
            with open(text, "rb") as file:
                content = file.read()
        except OSError as error:
            raise _changed(text) from error
        if len(content) != size_bytes:
            raise _changed(text)
        return content

    return Content(filename or os.path.basename(text), size_bytes, read)


def _changed(path: str) -> DocForgeError:
    return unreadable(f"Cannot read {path}: the file changed or was removed during the upload.")


def _read_stream(stream: Readable, signal: Signal) -> bytes:
    content = bytearray()
    while True:
        signal.throw_if_ended()
        part = stream.read(_READ_BYTES)
        if isinstance(part, str):
            raise TypeError("The file is in text mode. Open it in binary mode, such as open(path, 'rb').")
        if not part:
            return bytes(content)
        content += part
        if len(content) > LARGEST_FILE_BYTES:
            raise DocForgeError(
                "file_too_large",
                f"The stream is longer than {LARGEST_FILE_BYTES // 1_048_576} MB, the limit of every plan."
                " Split the document or reduce its size.",
            )


def _name_of(stream: Readable) -> str:
    # Files of the system have a path, or the number of a pipe; others may have any attribute, or none.
    name = getattr(stream, "name", None)
    return os.path.basename(name) if isinstance(name, str) and os.path.basename(name) else "document"


def open_content(document: UploadInput, filename: Optional[str], signal: Signal) -> Content:
    """
    Opens a document for uploads. `filename` replaces its name, and names bytes, which have none.

    Raises DocForgeError with `unreadable_input` if there is no file at the path, and with `file_too_large`
    for a stream over 25 MB.
    """
    if isinstance(document, (str, os.PathLike)):
        return _open_path(document, filename)
    if isinstance(document, (bytes, bytearray, memoryview)):
        content = bytes(document)
        return Content(filename or "document", len(content), lambda: content)
    if not callable(getattr(document, "read", None)):
        kind = type(document).__name__
        raise TypeError(
            f"A document cannot be of type {kind}."
            " Pass a path, bytes, a binary file, or a dict with file_id or file_url."
        )
    streamed = _read_stream(document, signal)
    return Content(filename or _name_of(document), len(streamed), lambda: streamed)
