import type { JobStatus } from '../lib/api/job-statuses.ts';
import type { ExtractFormat as ExtractName, Format as FormatName } from '../lib/conversions/formats.ts';

/** Text that editors complete with `Known`, and that may be any other name of a newer service. */
type Open<Known extends string> = Known | (string & Record<never, never>);

/** A document format, by its name or an alias. */
export type Format = Open<FormatName>;

/** What to extract. */
export type ExtractFormat = Open<ExtractName>;

/** Options of a conversion or extraction. `formats()` returns the JSON Schema of each pair. */
export type Options = Readonly<Record<string, unknown>>;

/** A file that `POST /upload` stored. */
export type UploadedFile = {
  file_id: string;
  file_url: string;
  filename: string;
  size_bytes: number;
  mime_type: string;
  created_at: string;
  expires_at: string;
};

/** A presigned form of `POST /uploads`. */
export type PresignedUpload = {
  file_id: string;
  upload: { url: string; fields: Record<string, string>; expires_at: string };
};

/** A file of the account. */
export type StoredFile = {
  file_id: string;
  file_url?: string | undefined;
  filename: string;
  size_bytes: number;
  format: string | null;
  mime_type: string | null;
  sha256: string | null;
  created_at: string;
  expires_at: string;
};

/** A job that was accepted. */
export type AcceptedJob = { job_id: string; status: 'queued' };

/** How far a job is; `total` is null if it is unknown. */
export type Progress = { done: number; total: number | null; unit: string };

/** How the document was processed. */
export type JobReport = {
  engine?: string | undefined;
  version?: string | undefined;
  tried?: { engine: string; outcome: string; options?: string[] | undefined }[] | undefined;
  pages?: number | null | undefined;
  ocr_pages?: number | undefined;
  fonts_substituted?: string[] | undefined;
  warnings?: string[] | undefined;
  input?: { size_bytes: number; sha256: string } | undefined;
  output?: { size_bytes: number; sha256: string } | null | undefined;
  timings_ms?:
    | { queued: number; download: number; engine: number; store: number; deliver?: number | undefined }
    | undefined;
};

/** A conversion or extraction of a job with several: one of `to` and `format`. */
export type ConversionStep = {
  /** Default: `step_1` for the first, and so on. */
  readonly name?: string | undefined;
  readonly to?: Format | undefined;
  /** What to extract. No other step can read it. */
  readonly format?: ExtractFormat | undefined;
  readonly options?: Options | undefined;
  /** Names of earlier steps, ids of files, and `source` for all files. Default: the step before. */
  readonly inputs?: readonly string[] | undefined;
  /** Keeps the result of the step next to that of the last one. */
  readonly output?: boolean | undefined;
};

/** Whether text is recognized; `if_needed`: on pages that are images without text. */
type TextRecognition = 'always' | 'if_needed' | 'never';

/** What a step would do. */
export type DryRunStep = {
  name: string;
  from: string | null;
  to?: string | undefined;
  format?: string | undefined;
  engines: string[] | null;
  text_recognition: TextRecognition | null;
};

/** What a request would do; null if only reading the public URL decides it. */
export type DryRun = {
  dry_run: true;
  type: 'conversion' | 'extraction';
  from: string | null;
  to?: string | undefined;
  format?: string | undefined;
  engines: string[] | null;
  text_recognition: TextRecognition | null;
  steps?: DryRunStep[] | undefined;
  password_needed: boolean | null;
  operations: { counted: number; left: number; limit: number; resets_at: string };
  limit_reached: 'monthly_limit_reached' | 'active_jobs_limit_reached' | 'engine_time_limit_reached' | null;
};

/** The result of a job or of a step. */
export type JobOutput = { filename: string; mime_type: string; size_bytes: number; sha256: string };

/** A step of a job. */
export type JobStep = {
  name: string;
  from: string | null;
  to?: string | undefined;
  format?: string | undefined;
  status: JobStatus;
  progress: Progress | null;
  /** Of the last step, and of those with `output: true`, once the job is complete. */
  output_url?: string | undefined;
  output: JobOutput | null;
  report: JobReport | null;
};

/** How the result was sent to `deliver_to`. */
export type JobDelivery = {
  status: 'pending' | 'delivered' | 'failed';
  http_status?: number | undefined;
  message?: string | undefined;
};

/** A conversion or an extraction, or several as steps. */
export type Job = {
  job_id: string;
  type: 'conversion' | 'extraction';
  status: JobStatus;
  file_id: string | null;
  filename: string | null;
  from: string | null;
  to?: string | undefined;
  format?: string | undefined;
  /** Of a job with steps. */
  steps?: JobStep[] | undefined;
  progress: Progress | null;
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  expires_at: string | null;
  output_url?: string | undefined;
  output: JobOutput | null;
  report: JobReport | null;
  /** Of a request with `deliver_to`. */
  delivery?: JobDelivery | undefined;
  error: { code: string; message: string; step?: string | undefined; retryable: boolean } | null;
  attempts: number;
};

/** One page of a list. */
export type Page<Item> = { data: Item[]; has_more: boolean; next_cursor: string | null };

/** What the service converts and extracts. */
export type Formats = {
  formats: {
    name: string;
    label: string;
    /** File name extensions without the dot, the usual one first. */
    extensions: string[];
    media_types: string[];
    aliases: string[];
  }[];
  /** With `options=reference`: each schema of options once. */
  option_schemas?: Record<string, Record<string, unknown>> | undefined;
  conversions: {
    from: string;
    to: string;
    engines: string[];
    several_files: boolean;
    options: Record<string, unknown>;
  }[];
  extractions: { from: string; format: string; engines: string[]; options: Record<string, unknown> }[];
};

/** A rectangle on a page, in points from its top left corner (left, top, right, bottom), or cells of a sheet. */
export type Place = { page: number; box: number[] } | { sheet: string; cells: string };

/** A chunk of the result of `extract` to `chunks`. */
export type Chunk = {
  index: number;
  text: string;
  heading: string | null;
  /** The headings above the start of the chunk, outermost first. */
  path: string[];
  kinds: string[];
  page_start: number | null;
  page_end: number | null;
  places: Place[];
  char_start: number;
  char_end: number;
  token_count: number;
};

/** A webhook endpoint of the account. */
export type WebhookEndpoint = {
  webhook_id: string;
  url: string;
  events: ('job.completed' | 'job.failed' | 'job.cancelled')[];
  /** `disabled`: the endpoint responded with 410. */
  status: 'enabled' | 'disabled';
  created_at: string;
  disabled_at: string | null;
};

/** The usage of the account's plan. */
export type Usage = {
  plan: string;
  operations: { used: number; limit: number; resets_at: string };
  jobs: { active: number; max: number };
  keys: { used: number; max: number };
  files: { max_bytes: number; max_upload_bytes: number };
};
