/** Types of the service's contract, generated from its OpenAPI document by `npm run generate`. */

/** Text that editors complete with `Known`, and that may be any other name of a newer service. */
type Open<Known extends string> = Known | (string & Record<never, never>);

export type AcceptedJob = {
  /** ID of the job */
  job_id: string;
  status: 'queued';
};

/** Requires exactly one of file_id, file_ids and file_url, and exactly one of to and steps */
export type ConvertRequest = {
  /** ID of the file, as returned by the upload */
  readonly file_id?: string | undefined;
  /** Instead of file_id: the file_url of an upload, a public http or https URL, or an s3://bucket/key that the operator allows */
  readonly file_url?: string | undefined;
  /** Instead of file_id: files of one format to combine into one result, in this order. With steps, the formats can differ */
  readonly file_ids?: readonly string[] | undefined;
  /** Source format. Default: detected from the content. For encrypted docx, xlsx and pptx files, and for text formats such as CSV and Markdown, the file name decides */
  readonly from?: FormatName | undefined;
  readonly to?: FormatName | undefined;
  /** Options of this conversion. GET /formats lists them. Unknown options are rejected */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** Instead of `to`: conversions and extractions to run one after the other. Each counts as an operation */
  readonly steps?: readonly ConversionStep[] | undefined;
  /** Checks the request and returns what it would do, without creating, counting or storing anything. Ignores the Idempotency-Key */
  readonly dry_run?: boolean | undefined;
  /** An https URL that receives a webhook when this job ends, in addition to the endpoints of POST /webhooks. Signed with the secret of POST /webhooks/secret */
  readonly webhook_url?: string | undefined;
  /** A presigned https URL, or an s3://bucket/key that the operator allows. The service sends the result there by PUT before the job ends, with its media type as Content-Type, in up to three attempts. `delivery` of the job reports a failure; the result is stored either way */
  readonly deliver_to?: string | undefined;
};

/** Name or alias of a format. Responses contain the name */
export type FormatName = Open<
  | 'pdf'
  | 'text'
  | 'txt'
  | 'plain'
  | 'markdown'
  | 'md'
  | 'html'
  | 'htm'
  | 'docx'
  | 'doc'
  | 'odt'
  | 'fodt'
  | 'rtf'
  | 'epub'
  | 'xlsx'
  | 'xls'
  | 'xlsb'
  | 'ods'
  | 'fods'
  | 'csv'
  | 'tsv'
  | 'tab'
  | 'dbf'
  | 'dif'
  | 'pptx'
  | 'ppt'
  | 'odp'
  | 'fodp'
  | 'json'
  | 'jsonl'
  | 'ndjson'
  | 'eml'
  | 'xml'
  | 'jats'
  | 'docbook'
  | 'dbk'
  | 'yaml'
  | 'yml'
  | 'asciidoc'
  | 'adoc'
  | 'asc'
  | 'latex'
  | 'tex'
  | 'ltx'
  | 'rst'
  | 'rest'
  | 'restructuredtext'
  | 'org'
  | 'msg'
  | 'mhtml'
  | 'mht'
  | 'ipynb'
  | 'srt'
  | 'vtt'
  | 'png'
  | 'jpeg'
  | 'jpg'
  | 'webp'
  | 'tiff'
  | 'tif'
  | 'gif'
  | 'avif'
  | 'bmp'
  | 'dib'
  | 'ico'
  | 'jp2'
  | 'j2k'
  | 'jpf'
  | 'jpx'
  | 'svg'
  | 'svgz'
  | 'zip'
>;

/** Requires exactly one of to and format */
export type ConversionStep = {
  /** Name of the step. Default: step_1, step_2 and so on */
  readonly name?: string | undefined;
  readonly to?: FormatName | undefined;
  /** What to extract, instead of `to`. Other steps cannot read the result */
  readonly format?: ExtractFormat | undefined;
  /** Options of this conversion. GET /formats lists them. Unknown options are rejected */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** Names of earlier steps, ids in file_ids, or `source` for all files of the request. Several inputs are combined into one result. Default: the previous step; for the first step, `source` */
  readonly inputs?: readonly string[] | undefined;
  /** Keeps this step's result for download. The last step's result is always kept */
  readonly output?: boolean | undefined;
};

/** What to extract. GET /formats lists what each format offers */
export type ExtractFormat = Open<
  'text' | 'markdown' | 'document' | 'structured' | 'chunks' | 'tables' | 'metadata' | 'images' | 'hocr'
>;

/** What a request would do */
export type DryRun = {
  dry_run: true;
  type: JobType;
  /** Source format; null if the service has to read the public URL first */
  from: FormatName | null;
  /** Target format of a conversion */
  to?: FormatName | undefined;
  /** Extract format of an extraction */
  format?: ExtractFormat | undefined;
  /** Engines that would run, as in GET /formats, without those that do not support the options; null if `from` is null */
  engines: string[] | null;
  /** Text recognition (OCR). if_needed: on scanned pages without text. null if `from` is null */
  text_recognition: 'always' | 'if_needed' | 'never' | null;
  /** Only for a request with steps. `engines` and `text_recognition` of the request describe the first step */
  steps?: DryRunStep[] | undefined;
  /** True if a file needs a password to open; null if the service has to read it first */
  password_needed: boolean | null;
  operations: DryRunOperations;
  /** Error code of the plan limit that would reject the request now (429); null if none would */
  limit_reached: 'monthly_limit_reached' | 'active_jobs_limit_reached' | 'engine_time_limit_reached' | null;
};

/** Kind of job */
export type JobType = 'conversion' | 'extraction';

export type DryRunStep = {
  name: string;
  from: FormatName | null;
  to?: FormatName | undefined;
  format?: ExtractFormat | undefined;
  /** Engines that would run, as in GET /formats, without those that do not support the options; null if `from` is null */
  engines: string[] | null;
  /** Text recognition (OCR). if_needed: on scanned pages without text. null if `from` is null */
  text_recognition: 'always' | 'if_needed' | 'never' | null;
};

export type DryRunOperations = {
  /** Operations that the request would count */
  counted: number;
  /** Operations left this month */
  left: number;
  limit: number;
  /** ISO 8601, UTC, milliseconds */
  resets_at: string;
};

export type Job = {
  /** ID of the job */
  job_id: string;
  type: JobType;
  status: JobStatus;
  /** API key of the request. Absent for a job of the dashboard */
  key_id?: string | undefined;
  /** null if the source is a public URL */
  file_id: string | null;
  /** Name of the file, or of the first file; null if the source is a public URL */
  filename: string | null;
  /** All files in order, only for a job that combines several */
  file_ids?: string[] | undefined;
  /** Source format; null until the job starts if the request did not set it */
  from: FormatName | null;
  /** Target format of a conversion */
  to?: FormatName | undefined;
  /** Extract format of an extraction */
  format?: ExtractFormat | undefined;
  /** Only for a job with steps. `type`, `to`, `format`, `output` and `report` of the job describe the last step */
  steps?: JobStep[] | undefined;
  /** Progress of the job, counted in steps if it has several. total is null if unknown */
  progress: JobProgress | null;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  /** When the result is deleted */
  expires_at: string | null;
  /** Signed URL of the result, new in each response. Only for a complete job */
  output_url?: string | undefined;
  /** The result; null until the job is complete */
  output: JobOutput | null;
  /** How the document was processed; null until the job has run */
  report: JobReport | null;
  /** Only for a request with `deliver_to`, unless the job failed or was cancelled */
  delivery?: JobDelivery | undefined;
  /** Why the job failed; null if it has not failed */
  error: JobError | null;
  /** Number of times that a worker has started the job */
  attempts: number;
};

/** Status of a job. complete, failed and cancelled are final */
export type JobStatus = 'queued' | 'processing' | 'complete' | 'failed' | 'cancelled';

export type JobStep = {
  name: string;
  /** Format of the inputs; null until the service has read the public URL */
  from: FormatName | null;
  /** Target format of a conversion */
  to?: FormatName | undefined;
  /** Extract format of an extraction */
  format?: ExtractFormat | undefined;
  /** Status of the step. If the job ends early, steps that did not run are cancelled */
  status: JobStatus;
  /** Progress of the current step */
  progress: JobProgress | null;
  /** Signed URL of the result. Only for the last step and steps with `output` */
  output_url?: string | undefined;
  /** The result. Only for the last step and steps with `output` */
  output: JobOutput | null;
  report: JobReport | null;
};

export type JobProgress = {
  done: number;
  total: number | null;
  unit: string;
};

export type JobOutput = {
  filename: string;
  mime_type: string;
  size_bytes: number;
  /** SHA-256, lowercase hexadecimal */
  sha256: string;
};

export type JobReport = {
  /** Engine that produced the result */
  engine?: string | undefined;
  /** Version of the engine */
  version?: string | undefined;
  /** Engines in the order in which they were tried, with their outcome. Starts with the best engine if options excluded it (`passed_over`) */
  tried?:
    | {
        engine: string;
        outcome: string;
        /** For the outcome `passed_over`: options of the request that the engine does not support */
        options?: string[] | undefined;
      }[]
    | undefined;
  pages?: number | null | undefined;
  /** Number of pages read by text recognition (OCR) */
  ocr_pages?: number | undefined;
  fonts_substituted?: string[] | undefined;
  warnings?: string[] | undefined;
  input?:
    | {
        size_bytes: number;
        /** SHA-256, lowercase hexadecimal */
        sha256: string;
      }
    | undefined;
  output?:
    | {
        size_bytes: number;
        /** SHA-256, lowercase hexadecimal */
        sha256: string;
      }
    | null
    | undefined;
  /** Duration of each phase in milliseconds */
  timings_ms?:
    | {
        queued: number;
        /** Only if the pages of a scan were recognized in several parts */
        recognition?: number | undefined;
        download: number;
        engine: number;
        store: number;
        /** Only for a request with `deliver_to` */
        deliver?: number | undefined;
      }
    | undefined;
};

export type JobDelivery = {
  status: 'pending' | 'delivered' | 'failed';
  /** HTTP status of the target's last response */
  http_status?: number | undefined;
  /** Why the delivery failed and what to do */
  message?: string | undefined;
};

export type JobError = {
  code: JobErrorCode;
  /** What is wrong with the document and what to do */
  message: string;
  /** Name of the step that failed, for a job with steps */
  step?: string | undefined;
  /** True if the same request can succeed later */
  retryable: boolean;
};

/** Why a job failed */
export type JobErrorCode =
  | 'encrypted_document'
  | 'corrupt_document'
  | 'empty_document'
  | 'unsupported_content'
  | 'too_complex'
  | 'conversion_timeout'
  | 'out_of_memory'
  | 'source_unreachable'
  | 'malware_found'
  | 'internal_error';

export type JobPage = {
  data: Job[];
  has_more: boolean;
  /** Cursor of the next page; null on the last page */
  next_cursor: string | null;
};

export type UploadedFile = {
  /** ID of the file, as returned by the upload */
  file_id: string;
  /** Signed URL of the file, valid for up to an hour */
  file_url: string;
  filename: string;
  size_bytes: number;
  /** Detected from the content. For text formats such as CSV and Markdown, the file name decides */
  mime_type: string;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** When the file is deleted */
  expires_at: string;
};

export type PresignedUpload = {
  /** ID of the file, as returned by the upload */
  file_id: string;
  upload: PresignedForm;
};

export type PresignedForm = {
  /** URL to which to POST the form */
  url: string;
  /** Form fields to send before the file part */
  fields: Record<string, string>;
  /** When the form expires */
  expires_at: string;
};

export type File = {
  /** ID of the file, as returned by the upload */
  file_id: string;
  /** Signed URL of the file, new in each response. Absent for a presigned upload until a job uses it */
  file_url?: string | undefined;
  filename: string;
  /** Size of the file. For a presigned upload that no job has used yet, the size in its request */
  size_bytes: number;
  /** Detected from the content; null for a presigned upload until a job uses it */
  format: string | null;
  mime_type: string | null;
  sha256: string | null;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** When the file is deleted */
  expires_at: string;
};

export type Formats = {
  formats: Format[];
  conversions: Conversion[];
  extractions: Extraction[];
  /** Only with options=reference: the schemas of options. Their names can change, so follow the references */
  option_schemas?: Record<string, Record<string, unknown>> | undefined;
};

export type Format = {
  name: FormatName;
  /** Display name */
  label: string;
  /** File extensions without the dot. Results use the first */
  extensions: string[];
  media_types: string[];
  /** Other names that requests can use */
  aliases: string[];
};

export type Conversion = {
  from: FormatName;
  to: FormatName;
  /** Engines in the order in which they are tried. " + " joins engines that run one after the other */
  engines: string[];
  /** True if file_ids can combine several files into one result */
  several_files: boolean;
  /** JSON Schema (2020-12) of the options, or a `$ref` to one in option_schemas */
  options: Record<string, unknown>;
};

export type Extraction = {
  from: FormatName;
  format: ExtractFormat;
  /** Engines in the order in which they are tried. " + " joins engines that run one after the other */
  engines: string[];
  /** JSON Schema (2020-12) of the options, or a `$ref` to one in option_schemas */
  options: Record<string, unknown>;
};

export type Usage = {
  plan: string;
  operations: {
    used: number;
    limit: number;
    /** ISO 8601, UTC, milliseconds */
    resets_at: string;
  };
  jobs: {
    active: number;
    max: number;
  };
  keys: {
    used: number;
    max: number;
  };
  files: {
    /** Largest file of the account, in bytes. POST /uploads accepts it */
    max_bytes: number;
    /** Largest file that POST /upload of this deployment accepts, in bytes */
    max_upload_bytes: number;
  };
};

export type Webhooks = {
  data: Webhook[];
  /** Maximum number of endpoints of an account: 10 */
  max: number;
};

export type Webhook = {
  /** ID of the endpoint */
  webhook_id: string;
  url: string;
  events: WebhookEventType[];
  /** disabled if the endpoint responded with 410 */
  status: 'enabled' | 'disabled';
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  disabled_at: string | null;
};

/** How the job ended */
export type WebhookEventType = 'job.completed' | 'job.failed' | 'job.cancelled';

export type UpdateWebhookRequest = {
  /** An https URL on the public internet */
  readonly url?: string | undefined;
  /** Events to receive, instead of the current ones */
  readonly events?: readonly WebhookEventType[] | undefined;
};

export type Chunk = {
  index: number;
  text: string;
  /** Nearest heading above the start of the chunk */
  heading: string | null;
  /** Headings above the start of the chunk, outermost first */
  path: string[];
  /** Kinds of blocks in the chunk, such as heading, text or table */
  kinds: string[];
  page_start: number | null;
  page_end: number | null;
  /** Where the blocks of the chunk are in the file; empty if the format has no places */
  places: Place[];
  /** Start in the result of extract text, in Unicode code points */
  char_start: number;
  /** End in the result of extract text, exclusive */
  char_end: number;
  /** Number of tokens in the o200k_base encoding */
  token_count: number;
};

/** A rectangle on a page, or cells of a sheet */
export type Place =
  | {
      page: number;
      /** Left, top, right and bottom edges, in points from the top left corner of the page */
      box: number[];
    }
  | {
      sheet: string;
      /** Such as B2:D9 */
      cells: string;
    };
