"""
Client for DocForge, a document conversion and extraction service.

    docforge = DocForge(base_url="https://docs.example.com", api_key="df_live_…")
    docforge.convert("report.docx", to="pdf").save("report.pdf")
"""

from ._client import DocForge, Extract, Format, OnProgress, Options, Step
from ._errors import Cancelled, DocForgeError, ErrorCode, JobFailedError
from ._input import DocumentInput, FileId, FileUrl, UploadInput
from ._result import Result
from ._signal import Event
from ._tokens import SavedToken, TokenCache
from .webhook import WebhookHeaders, verify_webhook

__all__ = [
    "Cancelled",
    "DocForge",
    "DocForgeError",
    "DocumentInput",
    "ErrorCode",
    "Event",
    "Extract",
    "FileId",
    "FileUrl",
    "Format",
    "JobFailedError",
    "OnProgress",
    "Options",
    "Result",
    "SavedToken",
    "Step",
    "TokenCache",
    "UploadInput",
    "WebhookHeaders",
    "verify_webhook",
]
