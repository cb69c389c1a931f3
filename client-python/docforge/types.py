"""Types of the service's contract, generated from its OpenAPI document by `npm run generate`."""

from __future__ import annotations

from typing import Any, Literal, Optional, TypedDict, Union


class AcceptedJob(TypedDict):
    # The id of the job
    job_id: str
    status: Literal["queued"]


class ConversionStep(TypedDict, total=False):
    """Exactly one of to and format is required."""

    # Default: step_1 for the first, and so on
    name: str
    to: FormatName
    # What to extract, instead of `to`. No other step can read the result
    format: ExtractFormat
    # Options of this conversion; GET /formats lists them. An unknown option is rejected
    options: dict[str, Any]
    # Names of earlier steps, ids in file_ids, and `source` for all files of the request; several are combined
    # into one result. Default: the step before, or the source for the first
    inputs: list[str]
    # Keep this step's result for download. The last step's result is always kept
    output: bool


class DryRunOperations(TypedDict):
    # Operations that the request would count
    counted: int
    # Operations left this month
    left: int
    limit: int
    # ISO 8601, UTC, milliseconds
    resets_at: str


_DryRunStepKeywords = TypedDict("_DryRunStepKeywords", {"from": "Optional[FormatName]"})


class _DryRunStepRequired(_DryRunStepKeywords):
    name: str
    # As in GET /formats, without those that do not accept the options; null if `from` is
    engines: Optional[list[str]]
    # Whether text is recognized (OCR); if_needed: on pages that are images without text; null if `from` is
    text_recognition: Optional[Literal["always", "if_needed", "never"]]


class DryRunStep(_DryRunStepRequired, total=False):
    to: FormatName
    format: ExtractFormat


_DryRunKeywords = TypedDict("_DryRunKeywords", {"from": "Optional[FormatName]"})


class _DryRunRequired(_DryRunKeywords):
    dry_run: Literal[True]
    type: JobType
    # As in GET /formats, without those that do not accept the options; null if `from` is
    engines: Optional[list[str]]
    # Whether text is recognized (OCR); if_needed: on pages that are images without text; null if `from` is
    text_recognition: Optional[Literal["always", "if_needed", "never"]]
    # Whether a file opens only with a password; null if only reading it decides that
    password_needed: Optional[bool]
    operations: DryRunOperations
    # The plan limit that would refuse the request now, by its 429 code
    limit_reached: Optional[
        Literal["monthly_limit_reached", "active_jobs_limit_reached", "engine_time_limit_reached"]
    ]


class DryRun(_DryRunRequired, total=False):
    """What a request would do."""

    # Target format of a conversion
    to: FormatName
    # Extract format of an extraction
    format: ExtractFormat
    # Only for a request with steps. `engines` and `text_recognition` of the request are those of the first
    # step
    steps: list[DryRunStep]


class JobProgress(TypedDict):
    done: float
    total: Optional[float]
    unit: str


class JobOutput(TypedDict):
    filename: str
    mime_type: str
    size_bytes: int
    # SHA-256, lowercase hexadecimal
    sha256: str


class _JobReportTriedRequired(TypedDict):
    engine: str
    outcome: str


class JobReportTried(_JobReportTriedRequired, total=False):
    # With the outcome `passed_over`: the options of the request that the engine does not have
    options: list[str]


class JobReportInput(TypedDict):
    size_bytes: int
    # SHA-256, lowercase hexadecimal
    sha256: str


class JobReportOutput(TypedDict):
    size_bytes: int
    # SHA-256, lowercase hexadecimal
    sha256: str


class _JobReportTimingsMsRequired(TypedDict):
    queued: int
    download: int
    engine: int
    store: int


class JobReportTimingsMs(_JobReportTimingsMsRequired, total=False):
    """Milliseconds in each phase."""

    # Of a request with `deliver_to`
    deliver: int


class JobReport(TypedDict, total=False):
    # The engine that produced the result
    engine: str
    # The version of the engine
    version: str
    # Each engine that was tried, in order, with its outcome; before them the best engine, if it was passed
    # over because of options
    tried: list[JobReportTried]
    pages: Optional[int]
    # Pages read by OCR
    ocr_pages: int
    fonts_substituted: list[str]
    warnings: list[str]
    input: JobReportInput
    output: Optional[JobReportOutput]
    # Milliseconds in each phase
    timings_ms: JobReportTimingsMs


class _JobErrorRequired(TypedDict):
    code: JobErrorCode
    # What is wrong with the document and what to do
    message: str
    # Whether the same request can succeed later
    retryable: bool


class JobError(_JobErrorRequired, total=False):
    # The step that failed, of a job with steps
    step: str


_JobStepKeywords = TypedDict("_JobStepKeywords", {"from": "Optional[FormatName]"})


class _JobStepRequired(_JobStepKeywords):
    name: str
    # As on the job; a step that the job did not reach is cancelled with it
    status: JobStatus
    # Progress of the current step
    progress: Optional[JobProgress]
    # The result, by the same steps
    output: Optional[JobOutput]
    report: Optional[JobReport]


class JobStep(_JobStepRequired, total=False):
    # Target format of a conversion
    to: FormatName
    # Extract format of an extraction
    format: ExtractFormat
    # As on the job; only for the last step and steps with `output`
    output_url: str


class _JobDeliveryRequired(TypedDict):
    status: Literal["pending", "delivered", "failed"]


class JobDelivery(_JobDeliveryRequired, total=False):
    # The status of the target's last response
    http_status: int
    # Why it failed and what to do
    message: str


_JobKeywords = TypedDict("_JobKeywords", {"from": "Optional[FormatName]"})


class _JobRequired(_JobKeywords):
    # The id of the job
    job_id: str
    type: JobType
    status: JobStatus
    # null if the source is a public URL
    file_id: Optional[str]
    # Name of the file, or of the first of several; null if the source is a public URL
    filename: Optional[str]
    # Progress of the job, in steps if it has several; total is null if it is unknown
    progress: Optional[JobProgress]
    # ISO 8601, UTC, milliseconds
    created_at: str
    started_at: Optional[str]
    completed_at: Optional[str]
    # When the result is deleted
    expires_at: Optional[str]
    # The result; null until the job is complete
    output: Optional[JobOutput]
    # How the document was processed; null until a worker has reported
    report: Optional[JobReport]
    # Why the job failed; null unless it has
    error: Optional[JobError]
    # Number of times a worker has claimed the job
    attempts: int


class Job(_JobRequired, total=False):
    # Target format of a conversion
    to: FormatName
    # Extract format of an extraction
    format: ExtractFormat
    # Only for a job with steps. type, to, format, output and report of the job are those of the last step
    steps: list[JobStep]
    # Signed URL of the result, new on each read; only for a complete job
    output_url: str
    # Of a request with `deliver_to`, unless the job failed or was cancelled
    delivery: JobDelivery


class JobPage(TypedDict):
    data: list[Job]
    has_more: bool
    # Cursor of the next page; null on the last page
    next_cursor: Optional[str]


class UploadedFile(TypedDict):
    # The id that the upload returned
    file_id: str
    # Signed URL of the file, valid for an hour at most
    file_url: str
    filename: str
    size_bytes: int
    # Detected from the bytes; between formats of text such as csv and Markdown, from the name
    mime_type: str
    # ISO 8601, UTC, milliseconds
    created_at: str
    # When the file is deleted
    expires_at: str


class PresignedForm(TypedDict):
    # Where to POST the form
    url: str
    # Form fields to send before the file part
    fields: dict[str, str]
    # When the form stops being accepted
    expires_at: str


class PresignedUpload(TypedDict):
    # The id that the upload returned
    file_id: str
    upload: PresignedForm


class _FileRequired(TypedDict):
    # The id that the upload returned
    file_id: str
    filename: str
    # For a presigned upload that no job has used yet: the announced size
    size_bytes: int
    # Detected from the bytes; null until a job has used a presigned upload
    format: Optional[str]
    mime_type: Optional[str]
    sha256: Optional[str]
    # ISO 8601, UTC, milliseconds
    created_at: str
    # When the file is deleted
    expires_at: str


class File(_FileRequired, total=False):
    # Signed URL of the file, new on each read; missing for a presigned upload that no job has used yet
    file_url: str


class FilePage(TypedDict):
    data: list[File]
    has_more: bool
    # Cursor of the next page; null on the last page
    next_cursor: Optional[str]


class Format(TypedDict):
    name: FormatName
    # The name for people
    label: str
    # File extensions without the dot; results use the first
    extensions: list[str]
    media_types: list[str]
    # Aliases that requests may use
    aliases: list[str]


_ConversionKeywords = TypedDict("_ConversionKeywords", {"from": "FormatName"})


class Conversion(_ConversionKeywords):
    to: FormatName
    # Engines in the order in which they are tried; " + " joins the steps of a route
    engines: list[str]
    # Whether file_ids can combine several files into one result
    several_files: bool
    # JSON Schema (2020-12) of the options, or a `$ref` to one in option_schemas
    options: dict[str, Any]


_ExtractionKeywords = TypedDict("_ExtractionKeywords", {"from": "FormatName"})


class Extraction(_ExtractionKeywords):
    format: ExtractFormat
    # Engines in the order in which they are tried; " + " joins the steps of a route
    engines: list[str]
    # JSON Schema (2020-12) of the options, or a `$ref` to one in option_schemas
    options: dict[str, Any]


class _FormatsRequired(TypedDict):
    formats: list[Format]
    conversions: list[Conversion]
    extractions: list[Extraction]


class Formats(_FormatsRequired, total=False):
    # With options=reference: the schemas of options. Their names can change; follow the references
    option_schemas: dict[str, dict[str, Any]]


class UsageOperations(TypedDict):
    used: int
    limit: int
    # ISO 8601, UTC, milliseconds
    resets_at: str


class UsageJobs(TypedDict):
    active: int
    max: int


class UsageKeys(TypedDict):
    used: int
    max: int


class UsageFiles(TypedDict):
    # The largest file of the plan, which POST /uploads accepts
    max_bytes: int
    # The largest file that POST /upload of this deployment accepts
    max_upload_bytes: int


class Usage(TypedDict):
    plan: str
    operations: UsageOperations
    jobs: UsageJobs
    keys: UsageKeys
    files: UsageFiles


class Webhook(TypedDict):
    # The id of the endpoint
    webhook_id: str
    url: str
    events: list[WebhookEventType]
    # disabled: the endpoint responded with 410
    status: Literal["enabled", "disabled"]
    # ISO 8601, UTC, milliseconds
    created_at: str
    disabled_at: Optional[str]


class PlacePage(TypedDict):
    page: int
    # Left, top, right and bottom edge in points from the top left corner of the page
    box: list[float]


class PlaceSheet(TypedDict):
    sheet: str
    # Such as B2:D9
    cells: str


class Chunk(TypedDict):
    index: int
    text: str
    # The nearest heading above the start of the chunk
    heading: Optional[str]
    # The headings above the start of the chunk, outermost first
    path: list[str]
    # What the chunk contains, such as heading, text or table
    kinds: list[str]
    page_start: Optional[int]
    page_end: Optional[int]
    # Where its blocks are in the file; empty if the format has no places
    places: list[Place]
    # Unicode code points into the result of extract to text
    char_start: int
    # The end, exclusive
    char_end: int
    # Tokens of the o200k_base encoding
    token_count: int


class StructuredResultDocumentSections(TypedDict):
    # null for the content before the first heading
    heading: Optional[str]
    content: str
    # Level of the heading
    level: Optional[int]
    page: Optional[int]


class StructuredResultDocument(TypedDict):
    title: Optional[str]
    sections: list[StructuredResultDocumentSections]


class StructuredResultTables(TypedDict):
    rows: list[list[str]]
    page: Optional[int]


class StructuredResultMetadata(TypedDict):
    pages: Optional[int]
    # ISO 639-1
    language: Optional[str]
    file_type: str


class StructuredResult(TypedDict):
    """The result of the extract format structured."""

    document: StructuredResultDocument
    tables: list[StructuredResultTables]
    metadata: StructuredResultMetadata


class ExtractedTable(TypedDict):
    # Position in reading order
    index: int
    page: Optional[int]
    # That of the table, or the caption above or below it
    caption: Optional[str]
    header_rows: int
    # Rows of equal length. The text of a merged cell is in every position that it covers
    rows: list[list[str]]


class MetadataResultSheets(TypedDict):
    name: str
    rows: int
    columns: int
    hidden: bool


class MetadataResultPdfPermissions(TypedDict):
    print: bool
    print_high_quality: bool
    modify: bool
    copy: bool
    annotate: bool
    fill_forms: bool
    assemble: bool


class MetadataResultPdfPageSizes(TypedDict):
    width: float
    height: float
    pages: int


class MetadataResultPdfFonts(TypedDict):
    name: str
    embedded: bool


class MetadataResultPdfOutline(TypedDict):
    title: str
    level: int
    page: Optional[int]


class MetadataResultPdfAttachments(TypedDict):
    name: str
    size_bytes: Optional[int]


class MetadataResultPdfFormFields(TypedDict):
    name: str
    type: str
    value: Optional[str]
    page: int


class MetadataResultPdf(TypedDict):
    """Of a PDF."""

    version: Optional[str]
    # As the file declares it, such as en-GB
    stated_language: Optional[str]
    tagged: bool
    permissions: MetadataResultPdfPermissions
    # Each size in points once, with its number of pages
    page_sizes: list[MetadataResultPdfPageSizes]
    fonts: list[MetadataResultPdfFonts]
    outline: list[MetadataResultPdfOutline]
    attachments: list[MetadataResultPdfAttachments]
    form_fields: list[MetadataResultPdfFormFields]
    signatures: int


class MetadataResultImage(TypedDict):
    """Of an image."""

    width: int
    height: int
    dpi: Optional[float]
    colour_space: str
    bits_per_channel: Optional[int]
    transparency: bool
    frames: int
    camera_make: Optional[str]
    camera_model: Optional[str]
    lens: Optional[str]


class _MetadataResultRequired(TypedDict):
    title: Optional[str]
    author: Optional[str]
    subject: Optional[str]
    keywords: Optional[str]
    creator: Optional[str]
    producer: Optional[str]
    # ISO 8601
    created: Optional[str]
    # ISO 8601
    modified: Optional[str]
    encrypted: bool
    # Of a text file
    encoding: Optional[str]
    pages: Optional[int]
    # ISO 639-1 language of the text; null if there is too little text
    language: Optional[str]
    file_type: str
    size_bytes: int
    # Each Han or Kana character counts as a word
    word_count: int
    # Unicode code points, including line ends
    character_count: int


class MetadataResult(_MetadataResultRequired, total=False):
    """The result of the extract format metadata."""

    # Of a spreadsheet: its sheets with cells
    sheets: list[MetadataResultSheets]
    # Of a PDF
    pdf: MetadataResultPdf
    # Of an image
    image: MetadataResultImage


class DocumentResult(TypedDict):
    """The result of the extract format document. Its schema is at GET /schemas/document-1.json."""

    # The version of the model
    version: Literal[1]
    # The format of the file
    format: str
    # Headings, paragraphs, lists, tables and so on, in reading order
    blocks: list[dict[str, Any]]


# A format, by its name or an alias. Responses contain the name
FormatName = Literal[
    "pdf",
    "text",
    "txt",
    "plain",
    "markdown",
    "md",
    "html",
    "htm",
    "docx",
    "doc",
    "odt",
    "fodt",
    "rtf",
    "epub",
    "xlsx",
    "xls",
    "xlsb",
    "ods",
    "fods",
    "csv",
    "tsv",
    "tab",
    "dbf",
    "dif",
    "pptx",
    "ppt",
    "odp",
    "fodp",
    "json",
    "jsonl",
    "ndjson",
    "eml",
    "xml",
    "jats",
    "docbook",
    "dbk",
    "yaml",
    "yml",
    "asciidoc",
    "adoc",
    "asc",
    "latex",
    "tex",
    "ltx",
    "rst",
    "rest",
    "restructuredtext",
    "org",
    "msg",
    "mhtml",
    "mht",
    "ipynb",
    "srt",
    "vtt",
    "png",
    "jpeg",
    "jpg",
    "webp",
    "tiff",
    "tif",
    "gif",
    "avif",
    "bmp",
    "dib",
    "ico",
    "jp2",
    "j2k",
    "jpf",
    "jpx",
    "svg",
    "svgz",
    "zip",
]

# What to extract; GET /formats lists what each format offers
ExtractFormat = Literal[
    "text",
    "markdown",
    "document",
    "structured",
    "chunks",
    "tables",
    "metadata",
    "images",
    "hocr",
]

# What a job does
JobType = Literal["conversion", "extraction"]

# The state of a job. complete, failed and cancelled are terminal and never change
JobStatus = Literal["queued", "processing", "complete", "failed", "cancelled"]

# The error code of a response
ErrorCode = Literal[
    "invalid_request",
    "unsupported_grant_type",
    "invalid_multipart",
    "missing_file",
    "multiple_files",
    "empty_file",
    "unauthorized",
    "invalid_api_key",
    "file_not_found",
    "job_not_found",
    "webhook_not_found",
    "delivery_not_found",
    "request_timeout",
    "webhook_limit_reached",
    "webhook_disabled",
    "job_active",
    "job_not_active",
    "job_not_complete",
    "idempotency_in_flight",
    "file_not_uploaded",
    "file_expired",
    "result_expired",
    "file_too_large",
    "request_too_large",
    "unsupported_media_type",
    "unsupported_file_type",
    "format_mismatch",
    "job_failed",
    "idempotency_mismatch",
    "too_complex",
    "unsupported_conversion",
    "internal_error",
    "temporarily_unavailable",
]

# Why a job failed
JobErrorCode = Literal[
    "encrypted_document",
    "corrupt_document",
    "empty_document",
    "unsupported_content",
    "too_complex",
    "conversion_timeout",
    "out_of_memory",
    "source_unreachable",
    "internal_error",
]

# The end of a job
WebhookEventType = Literal["job.completed", "job.failed", "job.cancelled"]

# A rectangle on a page, or cells of a sheet
Place = Union[PlacePage, PlaceSheet]

# The result of the extract format chunks
ChunksResult = list[Chunk]

# The result of the extract format tables with tables_as json
TablesResult = list[ExtractedTable]
