"""Types of the service's contract, generated from its OpenAPI document by `npm run generate`."""

from __future__ import annotations

from typing import Any, Literal, Optional, TypedDict, Union


class AcceptedJob(TypedDict):
    # ID of the job
    job_id: str
    status: Literal["queued"]


class ConversionStep(TypedDict, total=False):
    """Requires exactly one of to and format."""

    # Name of the step. Default: step_1, step_2 and so on
    name: str
    to: FormatName
    # What to extract, instead of `to`. Other steps cannot read the result
    format: ExtractFormat
    # Options of this conversion. GET /formats lists them. Unknown options are rejected
    options: dict[str, Any]
    # Names of earlier steps, ids in file_ids, or `source` for all files of the request. Several inputs are
    # combined into one result. Default: the previous step; for the first step, `source`
    inputs: list[str]
    # Keeps this step's result for download. The last step's result is always kept
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
    # Engines that would run, as in GET /formats, without those that do not support the options; null if
    # `from` is null
    engines: Optional[list[str]]
    # Text recognition (OCR). if_needed: on scanned pages without text. null if `from` is null
    text_recognition: Optional[Literal["always", "if_needed", "never"]]


class DryRunStep(_DryRunStepRequired, total=False):
    to: FormatName
    format: ExtractFormat


_DryRunKeywords = TypedDict("_DryRunKeywords", {"from": "Optional[FormatName]"})


class _DryRunRequired(_DryRunKeywords):
    dry_run: Literal[True]
    type: JobType
    # Engines that would run, as in GET /formats, without those that do not support the options; null if
    # `from` is null
    engines: Optional[list[str]]
    # Text recognition (OCR). if_needed: on scanned pages without text. null if `from` is null
    text_recognition: Optional[Literal["always", "if_needed", "never"]]
    # True if a file needs a password to open; null if the service has to read it first
    password_needed: Optional[bool]
    operations: DryRunOperations
    # Error code of the plan limit that would reject the request now (429); null if none would
    limit_reached: Optional[
        Literal["monthly_limit_reached", "active_jobs_limit_reached", "engine_time_limit_reached"]
    ]


class DryRun(_DryRunRequired, total=False):
    """What a request would do."""

    # Target format of a conversion
    to: FormatName
    # Extract format of an extraction
    format: ExtractFormat
    # Only for a request with steps. `engines` and `text_recognition` of the request describe the first step
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
    # For the outcome `passed_over`: options of the request that the engine does not support
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
    """Duration of each phase in milliseconds."""

    # Only if the pages of a scan were recognized in several parts
    recognition: int
    # Only for a request with `deliver_to`
    deliver: int


class JobReport(TypedDict, total=False):
    # Engine that produced the result
    engine: str
    # Version of the engine
    version: str
    # Engines in the order in which they were tried, with their outcome. Starts with the best engine if
    # options excluded it (`passed_over`)
    tried: list[JobReportTried]
    pages: Optional[int]
    # Number of pages read by text recognition (OCR)
    ocr_pages: int
    fonts_substituted: list[str]
    warnings: list[str]
    input: JobReportInput
    output: Optional[JobReportOutput]
    # Duration of each phase in milliseconds
    timings_ms: JobReportTimingsMs


class _JobErrorRequired(TypedDict):
    code: JobErrorCode
    # What is wrong with the document and what to do
    message: str
    # True if the same request can succeed later
    retryable: bool


class JobError(_JobErrorRequired, total=False):
    # Name of the step that failed, for a job with steps
    step: str


_JobStepKeywords = TypedDict("_JobStepKeywords", {"from": "Optional[FormatName]"})


class _JobStepRequired(_JobStepKeywords):
    name: str
    # Status of the step. If the job ends early, steps that did not run are cancelled
    status: JobStatus
    # Progress of the current step
    progress: Optional[JobProgress]
    # The result. Only for the last step and steps with `output`
    output: Optional[JobOutput]
    report: Optional[JobReport]


class JobStep(_JobStepRequired, total=False):
    # Target format of a conversion
    to: FormatName
    # Extract format of an extraction
    format: ExtractFormat
    # Signed URL of the result. Only for the last step and steps with `output`
    output_url: str


class _JobDeliveryRequired(TypedDict):
    status: Literal["pending", "delivered", "failed"]


class JobDelivery(_JobDeliveryRequired, total=False):
    # HTTP status of the target's last response
    http_status: int
    # Why the delivery failed and what to do
    message: str


_JobKeywords = TypedDict("_JobKeywords", {"from": "Optional[FormatName]"})


class _JobRequired(_JobKeywords):
    # ID of the job
    job_id: str
    type: JobType
    status: JobStatus
    # null if the source is a public URL
    file_id: Optional[str]
    # Name of the file, or of the first file; null if the source is a public URL
    filename: Optional[str]
    # Progress of the job, counted in steps if it has several. total is null if unknown
    progress: Optional[JobProgress]
    # ISO 8601, UTC, milliseconds
    created_at: str
    started_at: Optional[str]
    completed_at: Optional[str]
    # When the result is deleted
    expires_at: Optional[str]
    # The result; null until the job is complete
    output: Optional[JobOutput]
    # How the document was processed; null until the job has run
    report: Optional[JobReport]
    # Why the job failed; null if it has not failed
    error: Optional[JobError]
    # Number of times that a worker has started the job
    attempts: int


class Job(_JobRequired, total=False):
    # API key of the request. Absent for a job of the dashboard
    key_id: str
    # All files in order, only for a job that combines several
    file_ids: list[str]
    # Target format of a conversion
    to: FormatName
    # Extract format of an extraction
    format: ExtractFormat
    # Only for a job with steps. `type`, `to`, `format`, `output` and `report` of the job describe the last
    # step
    steps: list[JobStep]
    # Signed URL of the result, new in each response. Only for a complete job
    output_url: str
    # Only for a request with `deliver_to`, unless the job failed or was cancelled
    delivery: JobDelivery


class JobPage(TypedDict):
    data: list[Job]
    has_more: bool
    # Cursor of the next page; null on the last page
    next_cursor: Optional[str]


class UploadedFile(TypedDict):
    # ID of the file, as returned by the upload
    file_id: str
    # Signed URL of the file, valid for up to an hour
    file_url: str
    filename: str
    size_bytes: int
    # Detected from the content. For text formats such as CSV and Markdown, the file name decides
    mime_type: str
    # ISO 8601, UTC, milliseconds
    created_at: str
    # When the file is deleted
    expires_at: str


class PresignedForm(TypedDict):
    # URL to which to POST the form
    url: str
    # Form fields to send before the file part
    fields: dict[str, str]
    # When the form expires
    expires_at: str


class PresignedUpload(TypedDict):
    # ID of the file, as returned by the upload
    file_id: str
    upload: PresignedForm


class _FileRequired(TypedDict):
    # ID of the file, as returned by the upload
    file_id: str
    filename: str
    # Size of the file. For a presigned upload that no job has used yet, the size in its request
    size_bytes: int
    # Detected from the content; null for a presigned upload until a job uses it
    format: Optional[str]
    mime_type: Optional[str]
    sha256: Optional[str]
    # ISO 8601, UTC, milliseconds
    created_at: str
    # When the file is deleted
    expires_at: str


class File(_FileRequired, total=False):
    # Signed URL of the file, new in each response. Absent for a presigned upload until a job uses it
    file_url: str


class FilePage(TypedDict):
    data: list[File]
    has_more: bool
    # Cursor of the next page; null on the last page
    next_cursor: Optional[str]


class Format(TypedDict):
    name: FormatName
    # Display name
    label: str
    # File extensions without the dot. Results use the first
    extensions: list[str]
    media_types: list[str]
    # Other names that requests can use
    aliases: list[str]


_ConversionKeywords = TypedDict("_ConversionKeywords", {"from": "FormatName"})


class Conversion(_ConversionKeywords):
    to: FormatName
    # Engines in the order in which they are tried. " + " joins engines that run one after the other
    engines: list[str]
    # True if file_ids can combine several files into one result
    several_files: bool
    # JSON Schema (2020-12) of the options, or a `$ref` to one in option_schemas
    options: dict[str, Any]


_ExtractionKeywords = TypedDict("_ExtractionKeywords", {"from": "FormatName"})


class Extraction(_ExtractionKeywords):
    format: ExtractFormat
    # Engines in the order in which they are tried. " + " joins engines that run one after the other
    engines: list[str]
    # JSON Schema (2020-12) of the options, or a `$ref` to one in option_schemas
    options: dict[str, Any]


class _FormatsRequired(TypedDict):
    formats: list[Format]
    conversions: list[Conversion]
    extractions: list[Extraction]


class Formats(_FormatsRequired, total=False):
    # Only with options=reference: the schemas of options. Their names can change, so follow the references
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
    # Largest file of the account, in bytes. POST /uploads accepts it
    max_bytes: int
    # Largest file that POST /upload of this deployment accepts, in bytes
    max_upload_bytes: int


class Usage(TypedDict):
    plan: str
    operations: UsageOperations
    jobs: UsageJobs
    keys: UsageKeys
    files: UsageFiles


class Webhook(TypedDict):
    # ID of the endpoint
    webhook_id: str
    url: str
    events: list[WebhookEventType]
    # disabled if the endpoint responded with 410
    status: Literal["enabled", "disabled"]
    # ISO 8601, UTC, milliseconds
    created_at: str
    disabled_at: Optional[str]


class PlacePage(TypedDict):
    page: int
    # Left, top, right and bottom edges, in points from the top left corner of the page
    box: list[float]


class PlaceSheet(TypedDict):
    sheet: str
    # Such as B2:D9
    cells: str


class Chunk(TypedDict):
    index: int
    text: str
    # Nearest heading above the start of the chunk
    heading: Optional[str]
    # Headings above the start of the chunk, outermost first
    path: list[str]
    # Kinds of blocks in the chunk, such as heading, text or table
    kinds: list[str]
    page_start: Optional[int]
    page_end: Optional[int]
    # Where the blocks of the chunk are in the file; empty if the format has no places
    places: list[Place]
    # Start in the result of extract text, in Unicode code points
    char_start: int
    # End in the result of extract text, exclusive
    char_end: int
    # Number of tokens in the o200k_base encoding
    token_count: int


class StructuredResultDocumentSections(TypedDict):
    # Heading of the section; null for the content before the first heading
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
    # ISO 639-1 code
    language: Optional[str]
    file_type: str


class StructuredResult(TypedDict):
    """The result of extract structured."""

    document: StructuredResultDocument
    tables: list[StructuredResultTables]
    metadata: StructuredResultMetadata


class ExtractedTable(TypedDict):
    # Position in reading order
    index: int
    page: Optional[int]
    # Caption of the table, from the file or from the text above or below it
    caption: Optional[str]
    header_rows: int
    # Rows of equal length. Every position that a merged cell covers contains its text
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
    """Only for a PDF."""

    version: Optional[str]
    # Language that the file declares, such as en-GB
    stated_language: Optional[str]
    tagged: bool
    permissions: MetadataResultPdfPermissions
    # Page sizes in points, with the number of pages of each
    page_sizes: list[MetadataResultPdfPageSizes]
    fonts: list[MetadataResultPdfFonts]
    outline: list[MetadataResultPdfOutline]
    attachments: list[MetadataResultPdfAttachments]
    form_fields: list[MetadataResultPdfFormFields]
    signatures: int


class MetadataResultImage(TypedDict):
    """Only for an image."""

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
    # Character encoding of a text file
    encoding: Optional[str]
    pages: Optional[int]
    # Language of the text (ISO 639-1); null if there is too little text
    language: Optional[str]
    file_type: str
    size_bytes: int
    # Number of words. Each Han or Kana character counts as one
    word_count: int
    # Number of Unicode code points, including line breaks
    character_count: int


class MetadataResult(_MetadataResultRequired, total=False):
    """The result of extract metadata."""

    # Sheets of a spreadsheet that have cells
    sheets: list[MetadataResultSheets]
    # Only for a PDF
    pdf: MetadataResultPdf
    # Only for an image
    image: MetadataResultImage


class DocumentResult(TypedDict):
    """The result of extract document. GET /schemas/document-1.json returns its schema."""

    # Version of the model
    version: Literal[1]
    # Format of the file
    format: str
    # Headings, paragraphs, lists, tables and so on, in reading order
    blocks: list[dict[str, Any]]


# Name or alias of a format. Responses contain the name
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

# What to extract. GET /formats lists what each format offers
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

# Kind of job
JobType = Literal["conversion", "extraction"]

# Status of a job. complete, failed and cancelled are final
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
    "account_suspended",
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
    "malware_found",
    "internal_error",
]

# How the job ended
WebhookEventType = Literal["job.completed", "job.failed", "job.cancelled"]

# A rectangle on a page, or cells of a sheet
Place = Union[PlacePage, PlaceSheet]

# The result of the extract format chunks
ChunksResult = list[Chunk]

# The result of the extract format tables with tables_as json
TablesResult = list[ExtractedTable]
