/** Types of the service's contract, generated from its OpenAPI document by `npm run generate`. */

/** Text that editors complete with `Known`, and that may be any other name of a newer service. */
type Open<Known extends string> = Known | (string & Record<never, never>);

export type AcceptedJob = {
  /** The id of the job */
  job_id: string;
  status: 'queued';
};

/** Exactly one of file_id, file_ids and file_url, and one of to and steps, is required */
export type ConvertRequest = {
  /** The id that the upload returned */
  readonly file_id?: string | undefined;
  /** Alternative to file_id: the file_url of an upload, a public http or https URL, or an s3://bucket/key that the operator of the service allows */
  readonly file_url?: string | undefined;
  /** Alternative to file_id: files of one format to combine into one result, in this order; with steps, files of any formats */
  readonly file_ids?: readonly string[] | undefined;
  /** Source format. Default: detected from the bytes (from the name for an encrypted docx, xlsx or pptx, and between formats of text such as csv and Markdown) */
  readonly from?: FormatName | undefined;
  readonly to?: FormatName | undefined;
  /** Options of this conversion; GET /formats lists them. An unknown option is rejected */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** In place of `to`: conversions and extractions that follow each other. Each counts as an operation */
  readonly steps?: readonly ConversionStep[] | undefined;
  /** Checks the request and responds with what it would do. Creates, counts and stores nothing; an Idempotency-Key is ignored */
  readonly dry_run?: boolean | undefined;
  /** An https URL that receives a webhook when the job ends, signed with the secret of POST /webhooks/secret. Endpoints of POST /webhooks receive theirs regardless */
  readonly webhook_url?: string | undefined;
  /** A presigned https URL, or an s3://bucket/key that the operator of the service allows, to which the result is sent by PUT before the job ends, with its media type as Content-Type. Tried three times; a failure is reported in `delivery` of the job, whose result is stored regardless */
  readonly deliver_to?: string | undefined;
};

/** A format, by its name or an alias. Responses contain the name */
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

/** Exactly one of to and format is required */
export type ConversionStep = {
  /** Default: step_1 for the first, and so on */
  readonly name?: string | undefined;
  readonly to?: FormatName | undefined;
  /** What to extract, instead of `to`. No other step can read the result */
  readonly format?: ExtractFormat | undefined;
  /** Options of this conversion; GET /formats lists them. An unknown option is rejected */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** Names of earlier steps, ids in file_ids, and `source` for all files of the request; several are combined into one result. Default: the step before, or the source for the first */
  readonly inputs?: readonly string[] | undefined;
  /** Keep this step's result for download. The last step's result is always kept */
  readonly output?: boolean | undefined;
};

/** What to extract; GET /formats lists what each format offers */
export type ExtractFormat = Open<
  'text' | 'markdown' | 'document' | 'structured' | 'chunks' | 'tables' | 'metadata' | 'images' | 'hocr'
>;

/** What a request would do */
export type DryRun = {
  dry_run: true;
  type: JobType;
  /** Source format; null if only reading the public URL decides it */
  from: FormatName | null;
  /** Target format of a conversion */
  to?: FormatName | undefined;
  /** Extract format of an extraction */
  format?: ExtractFormat | undefined;
  /** As in GET /formats, without those that do not accept the options; null if `from` is */
  engines: string[] | null;
  /** Whether text is recognized (OCR); if_needed: on pages that are images without text; null if `from` is */
  text_recognition: 'always' | 'if_needed' | 'never' | null;
  /** Only for a request with steps. `engines` and `text_recognition` of the request are those of the first step */
  steps?: DryRunStep[] | undefined;
  /** Whether a file opens only with a password; null if only reading it decides that */
  password_needed: boolean | null;
  operations: DryRunOperations;
  /** The plan limit that would refuse the request now, by its 429 code */
  limit_reached: 'monthly_limit_reached' | 'active_jobs_limit_reached' | 'engine_time_limit_reached' | null;
};

/** What a job does */
export type JobType = 'conversion' | 'extraction';

export type DryRunStep = {
  name: string;
  from: FormatName | null;
  to?: FormatName | undefined;
  format?: ExtractFormat | undefined;
  /** As in GET /formats, without those that do not accept the options; null if `from` is */
  engines: string[] | null;
  /** Whether text is recognized (OCR); if_needed: on pages that are images without text; null if `from` is */
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
  /** The id of the job */
  job_id: string;
  type: JobType;
  status: JobStatus;
  /** null if the source is a public URL */
  file_id: string | null;
  /** Name of the file, or of the first of several; null if the source is a public URL */
  filename: string | null;
  /** Source format; null until the job starts if the request omitted it */
  from: FormatName | null;
  /** Target format of a conversion */
  to?: FormatName | undefined;
  /** Extract format of an extraction */
  format?: ExtractFormat | undefined;
  /** Only for a job with steps. type, to, format, output and report of the job are those of the last step */
  steps?: JobStep[] | undefined;
  /** Progress of the job, in steps if it has several; total is null if it is unknown */
  progress: JobProgress | null;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  /** When the result is deleted */
  expires_at: string | null;
  /** Signed URL of the result, new on each read; only for a complete job */
  output_url?: string | undefined;
  /** The result; null until the job is complete */
  output: JobOutput | null;
  /** How the document was processed; null until a worker has reported */
  report: JobReport | null;
  /** Of a request with `deliver_to`, unless the job failed or was cancelled */
  delivery?: JobDelivery | undefined;
  /** Why the job failed; null unless it has */
  error: JobError | null;
  /** Number of times a worker has claimed the job */
  attempts: number;
};

/** The state of a job. complete, failed and cancelled are terminal and never change */
export type JobStatus = 'queued' | 'processing' | 'complete' | 'failed' | 'cancelled';

export type JobStep = {
  name: string;
  /** Format of its inputs; null if only reading the public URL decides it */
  from: FormatName | null;
  /** Target format of a conversion */
  to?: FormatName | undefined;
  /** Extract format of an extraction */
  format?: ExtractFormat | undefined;
  /** As on the job; a step that the job did not reach is cancelled with it */
  status: JobStatus;
  /** Progress of the current step */
  progress: JobProgress | null;
  /** As on the job; only for the last step and steps with `output` */
  output_url?: string | undefined;
  /** The result, by the same steps */
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
  /** The engine that produced the result */
  engine?: string | undefined;
  /** The version of the engine */
  version?: string | undefined;
  /** Each engine that was tried, in order, with its outcome; before them the best engine, if it was passed over because of options */
  tried?:
    | {
        engine: string;
        outcome: string;
        /** With the outcome `passed_over`: the options of the request that the engine does not have */
        options?: string[] | undefined;
      }[]
    | undefined;
  pages?: number | null | undefined;
  /** Pages read by OCR */
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
  /** Milliseconds in each phase */
  timings_ms?:
    | {
        queued: number;
        download: number;
        engine: number;
        store: number;
        /** Of a request with `deliver_to` */
        deliver?: number | undefined;
      }
    | undefined;
};

export type JobDelivery = {
  status: 'pending' | 'delivered' | 'failed';
  /** The status of the target's last response */
  http_status?: number | undefined;
  /** Why it failed and what to do */
  message?: string | undefined;
};

export type JobError = {
  code: JobErrorCode;
  /** What is wrong with the document and what to do */
  message: string;
  /** The step that failed, of a job with steps */
  step?: string | undefined;
  /** Whether the same request can succeed later */
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
  | 'internal_error';

export type JobPage = {
  data: Job[];
  has_more: boolean;
  /** Cursor of the next page; null on the last page */
  next_cursor: string | null;
};

export type UploadedFile = {
  /** The id that the upload returned */
  file_id: string;
  /** Signed URL of the file, valid for an hour at most */
  file_url: string;
  filename: string;
  size_bytes: number;
  /** Detected from the bytes; between formats of text such as csv and Markdown, from the name */
  mime_type: string;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** When the file is deleted */
  expires_at: string;
};

export type PresignedUpload = {
  /** The id that the upload returned */
  file_id: string;
  upload: PresignedForm;
};

export type PresignedForm = {
  /** Where to POST the form */
  url: string;
  /** Form fields to send before the file part */
  fields: Record<string, string>;
  /** When the form stops being accepted */
  expires_at: string;
};

export type File = {
  /** The id that the upload returned */
  file_id: string;
  /** Signed URL of the file, new on each read; missing for a presigned upload that no job has used yet */
  file_url?: string | undefined;
  filename: string;
  /** For a presigned upload that no job has used yet: the announced size */
  size_bytes: number;
  /** Detected from the bytes; null until a job has used a presigned upload */
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
  /** With options=reference: the schemas of options. Their names can change; follow the references */
  option_schemas?: Record<string, Record<string, unknown>> | undefined;
};

export type Format = {
  name: FormatName;
  /** The name for people */
  label: string;
  /** File extensions without the dot; results use the first */
  extensions: string[];
  media_types: string[];
  /** Aliases that requests may use */
  aliases: string[];
};

export type Conversion = {
  from: FormatName;
  to: FormatName;
  /** Engines in the order in which they are tried; " + " joins the steps of a route */
  engines: string[];
  /** Whether file_ids can combine several files into one result */
  several_files: boolean;
  /** JSON Schema (2020-12) of the options, or a `$ref` to one in option_schemas */
  options: Record<string, unknown>;
};

export type Extraction = {
  from: FormatName;
  format: ExtractFormat;
  /** Engines in the order in which they are tried; " + " joins the steps of a route */
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
    /** The largest file of the plan, which POST /uploads accepts */
    max_bytes: number;
    /** The largest file that POST /upload of this deployment accepts */
    max_upload_bytes: number;
  };
};

export type Webhooks = {
  data: Webhook[];
  /** Endpoints of an account: 10 */
  max: number;
};

export type Webhook = {
  /** The id of the endpoint */
  webhook_id: string;
  url: string;
  events: WebhookEventType[];
  /** disabled: the endpoint responded with 410 */
  status: 'enabled' | 'disabled';
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  disabled_at: string | null;
};

/** The end of a job */
export type WebhookEventType = 'job.completed' | 'job.failed' | 'job.cancelled';

export type UpdateWebhookRequest = {
  /** An https URL on the public internet */
  readonly url?: string | undefined;
  /** The events to receive, replacing the current ones */
  readonly events?: readonly WebhookEventType[] | undefined;
};

export type Chunk = {
  index: number;
  text: string;
  /** The nearest heading above the start of the chunk */
  heading: string | null;
  /** The headings above the start of the chunk, outermost first */
  path: string[];
  /** What the chunk contains, such as heading, text or table */
  kinds: string[];
  page_start: number | null;
  page_end: number | null;
  /** Where its blocks are in the file; empty if the format has no places */
  places: Place[];
  /** Unicode code points into the result of extract to text */
  char_start: number;
  /** The end, exclusive */
  char_end: number;
  /** Tokens of the o200k_base encoding */
  token_count: number;
};

/** A rectangle on a page, or cells of a sheet */
export type Place =
  | {
      page: number;
      /** Left, top, right and bottom edge in points from the top left corner of the page */
      box: number[];
    }
  | {
      sheet: string;
      /** Such as B2:D9 */
      cells: string;
    };
