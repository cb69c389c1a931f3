import { maxWaitSeconds } from '../lib/api/limits.ts';
import { type CallApi, type Credentials, createApi } from './api.ts';
import { type Clock, systemClock } from './clock.ts';
import { DocForgeError, JobFailedError } from './errors.ts';
import { checkInput, type DocumentInput, nameOf, openContent, type UploadInput } from './input.ts';
import { itemsOf } from './pages.ts';
import { type Result, resultOf } from './result.ts';
import type { Fetch, Sender } from './send.ts';
import type { TokenCache } from './token.ts';
import type {
  AcceptedJob,
  ConversionStep,
  ConvertRequest,
  DryRun,
  ExtractFormat,
  FormatName,
  Formats,
  Job,
  JobStatus,
  JobType,
  File as StoredFile,
  UpdateWebhookRequest,
  Usage,
  Webhook,
  Webhooks,
} from './types.ts';
import { untilAborted } from './until-aborted.ts';
import { createUpload, dryRunForm, type Upload, uploadSeconds } from './upload.ts';

/** Options of a conversion or extraction. `formats()` returns the JSON Schema of each pair. */
export type Options = NonNullable<ConvertRequest['options']>;

/** Settings of a client. */
export type DocForgeSettings = Credentials & {
  /** URL of the API, such as `https://d111.cloudfront.net`. */
  readonly baseUrl: string;
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Stores the token between runs of a program. Default: the token is only in memory. */
  readonly tokenCache?: TokenCache | undefined;
};

/** Aborts a call. */
type Abortable = { readonly signal?: AbortSignal | undefined };

/** How to wait for a job. */
export type WaitOptions = Abortable & {
  /** Called with the job's state, each time that the service returns it. */
  readonly onProgress?: ((job: Job) => void) | undefined;
};

/** Where to send the webhook and the result when the job ends. */
export type JobEnding = Pick<ConvertRequest, 'webhook_url' | 'deliver_to'>;

/** What conversions and extractions share. */
export type RunOptions = WaitOptions &
  JobEnding & {
    /** Source format. Default: detected from the content. */
    readonly from?: FormatName | undefined;
    readonly options?: Options | undefined;
    /** Name of the document, for inputs that have none. */
    readonly filename?: string | undefined;
    /** Whether aborting also cancels the job. Default: true. */
    readonly cancelOnAbort?: boolean | undefined;
  };

/** The target format of a conversion, or its steps, each with its own options. */
export type ConversionTarget =
  | { readonly to: FormatName; readonly options?: Options | undefined; readonly steps?: undefined }
  | {
      readonly steps: readonly ConversionStep[];
      readonly to?: undefined;
      readonly options?: undefined;
    };

export type ConvertOptions = Omit<RunOptions, 'options'> & ConversionTarget;

export type ExtractOptions = Omit<RunOptions, 'from'> & {
  /** What to extract. Default: `text`. */
  readonly format?: ExtractFormat | undefined;
};

/** Which document a job reads: one of the three. */
export type JobSource =
  | { readonly file_id: string }
  | { readonly file_ids: readonly string[] }
  | { readonly file_url: string };

/** What a dry run checks: a conversion, or an extraction without `to` and `steps`. */
export type DryRunRequest = (
  | JobSource
  /** Sent with the request. `filename` names a file that has no name. */
  | { readonly file: UploadInput; readonly filename?: string | undefined }
) &
  JobEnding &
  (
    | (ConversionTarget & { readonly from?: FormatName | undefined })
    | {
        readonly format?: ExtractFormat | undefined;
        readonly options?: Options | undefined;
        readonly to?: undefined;
        readonly steps?: undefined;
      }
  );

/** The shortest wait of one `GET /job/{id}` while progress is reported, in seconds. */
const shortestWaitSeconds = 4;

/** Uploads of one call at the same time. */
const parallelUploads = 3;

/** The longest time for cancelling the job of an aborted call, in milliseconds. */
const cancelMs = 5000;

const isActive = ({ status }: Job): boolean => status === 'queued' || status === 'processing';

const baseUrlOf = (text: string): string => {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new TypeError(`baseUrl must be an http or https URL, not ${JSON.stringify(text)}.`);
  return text.replace(/\/+$/, '');
};

const pathOf = (kind: 'file' | 'job' | 'webhooks', id: string): string =>
  `/${kind}/${encodeURIComponent(id)}`;

/** A client of a DocForge service. One client can make any number of calls at the same time. */
export class DocForge {
  readonly #call: CallApi;
  readonly #sender: Sender;
  readonly #upload: Upload;
  #waiting = 0;

  /** @param clock Time and randomness, for tests */
  constructor(settings: DocForgeSettings, clock: Clock = systemClock) {
    if (typeof settings !== 'object' || (settings?.apiKey ?? settings?.accessToken) === undefined)
      throw new TypeError('Pass apiKey or accessToken.');
    const fetch: Fetch = settings.fetch ?? ((url, init) => globalThis.fetch(url, init));
    this.#sender = { fetch, clock, contact: { isMade: false } };
    this.#call = createApi(this.#sender, baseUrlOf(settings.baseUrl), settings, settings.tokenCache);
    this.#upload = createUpload(this.#sender, this.#call);
  }

  /**
   * Converts a document, or combines several into one result, and waits for the result. With `steps`, runs several
   * conversions as one job; `result` also returns the results that steps keep.
   *
   * @throws JobFailedError if the document cannot be converted, DocForgeError if a request is refused
   */
  async convert(input: DocumentInput | readonly DocumentInput[], options: ConvertOptions): Promise<Result> {
    checkOptions(options, '{ to: "pdf" }');
    const { from, to, steps, options: jobOptions } = options;
    // Plain JavaScript can leave out both, or pass both.
    if ((to === undefined) === (steps === undefined))
      throw new TypeError('Pass either to or steps, such as { to: "pdf" }.');
    const names: Names = new Map();
    const source = await this.#sourceOf(input, options, names);
    return this.#run('/convert', { ...source, from, to, steps, options: jobOptions }, options, names);
  }

  /**
   * Extracts content from a document and waits for the result.
   *
   * @throws JobFailedError if the document cannot be read, DocForgeError if a request is refused
   */
  async extract(input: DocumentInput, options: ExtractOptions = {}): Promise<Result> {
    checkOptions(options, '{ format: "tables" }');
    const names: Names = new Map();
    const source = await this.#sourceOf(input, options, names);
    const { format, options: jobOptions } = options;
    return this.#run('/extract', { ...source, format, options: jobOptions }, options, names);
  }

  /** Uploads a document and returns its `file_id`. */
  async upload(
    input: UploadInput,
    { filename, signal }: Abortable & { readonly filename?: string | undefined } = {},
  ): Promise<string> {
    return this.#upload(await openContent(input, filename, signal), signal);
  }

  /** Submits a conversion without waiting for it. */
  submitConversion(
    request: JobSource & ConversionTarget & JobEnding & { readonly from?: FormatName },
    { signal }: Abortable = {},
  ): Promise<AcceptedJob> {
    return this.#submit('/convert', request, signal);
  }

  /** Submits an extraction without waiting for it. */
  submitExtraction(
    request: Exclude<JobSource, { file_ids: readonly string[] }> &
      JobEnding & {
        readonly format?: ExtractFormat;
        readonly options?: Options;
      },
    { signal }: Abortable = {},
  ): Promise<AcceptedJob> {
    return this.#submit('/extract', request, signal);
  }

  /**
   * Returns what a conversion would do, or an extraction if the request has neither `to` nor `steps`. Creates and counts
   * nothing. A `file` of at most 4.5 MB is sent with the request and not stored.
   *
   * @throws DocForgeError if the request would be refused, `file_too_large` for a larger file, which is not sent; a limit of
   * the plan is in `limit_reached`
   */
  async dryRun(request: DryRunRequest, { signal }: Abortable = {}): Promise<DryRun> {
    const path = request.to === undefined && request.steps === undefined ? '/extract' : '/convert';
    if (!('file' in request))
      return this.#call({ method: 'POST', path, json: { ...request, dry_run: true }, signal });
    const { file, filename, ...fields } = request;
    const body = await dryRunForm(await openContent(file, filename, signal), fields);
    return this.#call({ method: 'POST', path, body, signal, timeoutSeconds: uploadSeconds });
  }

  /** Reads a job. */
  job(id: string, { signal }: Abortable = {}): Promise<Job> {
    return this.#call({ method: 'GET', path: pathOf('job', id), signal });
  }

  /** Waits for a job to finish and returns it, even if it failed. */
  async waitFor(id: string, { signal, onProgress }: WaitOptions = {}): Promise<Job> {
    this.#waiting += 1;
    try {
      for (;;) {
        // Progress of one job every few seconds; of many jobs less often, because a token has 60 calls a minute.
        const seconds =
          onProgress === undefined
            ? maxWaitSeconds
            : Math.min(shortestWaitSeconds * this.#waiting, maxWaitSeconds);
        const path = `${pathOf('job', id)}?wait=${seconds}`;
        const job = await this.#call<Job>({ method: 'GET', path, signal });
        onProgress?.(job);
        if (!isActive(job)) return job;
      }
    } finally {
      this.#waiting -= 1;
    }
  }

  /**
   * Returns the result of a job that has ended, or that of a `step` that keeps it.
   *
   * @throws JobFailedError if the job has none
   */
  result(job: Job, { step, signal }: Abortable & { readonly step?: string | undefined } = {}): Result {
    return resultOf(this.#sender, job, () => this.job(job.job_id, { signal }), signal, step);
  }

  /** Lists the jobs of the last 30 days, the newest first. */
  jobs({
    signal,
    ...filter
  }: Abortable & {
    readonly status?: JobStatus | undefined;
    readonly type?: JobType | undefined;
    readonly from?: FormatName | undefined;
  } = {}): AsyncGenerator<Job, void, undefined> {
    return itemsOf<Job>(filter, (query) => this.#call({ method: 'GET', path: `/jobs?${query}`, signal }));
  }

  /** Lists the files that have not expired, the newest first. */
  files({ signal }: Abortable = {}): AsyncGenerator<StoredFile, void, undefined> {
    return itemsOf<StoredFile>({}, (query) => this.#call({ method: 'GET', path: `/files?${query}`, signal }));
  }

  /** Reads a file's properties, with a signed URL of its bytes. */
  file(id: string, { signal }: Abortable = {}): Promise<StoredFile> {
    return this.#call({ method: 'GET', path: pathOf('file', id), signal });
  }

  /** Cancels a queued or processing job and returns it. @throws DocForgeError `job_not_active` if it has ended */
  async cancel(id: string, { signal }: Abortable = {}): Promise<Job> {
    const cancelled = await this.#call<Job | undefined>({
      method: 'POST',
      path: `${pathOf('job', id)}/cancel`,
      signal,
      isDone: ({ code }) => code === 'job_not_active',
    });
    return cancelled ?? this.job(id, { signal });
  }

  /** Deletes a job that has ended, with its result. */
  async deleteJob(id: string, { signal }: Abortable = {}): Promise<void> {
    await this.#delete(pathOf('job', id), signal);
  }

  /** Deletes a file. */
  async deleteFile(id: string, { signal }: Abortable = {}): Promise<void> {
    await this.#delete(pathOf('file', id), signal);
  }

  /** Lists the webhook endpoints of the account, the oldest first. */
  async webhooks({ signal }: Abortable = {}): Promise<Webhook[]> {
    const { data } = await this.#call<Webhooks>({
      method: 'GET',
      path: '/webhooks',
      signal,
    });
    return data;
  }

  /** Reads a webhook endpoint. */
  webhook(id: string, { signal }: Abortable = {}): Promise<Webhook> {
    return this.#call({ method: 'GET', path: pathOf('webhooks', id), signal });
  }

  /** Changes the URL or the events of a webhook endpoint and returns it. Its secret stays the same. */
  updateWebhook(id: string, changes: UpdateWebhookRequest, { signal }: Abortable = {}): Promise<Webhook> {
    return this.#call({ method: 'PATCH', path: pathOf('webhooks', id), json: changes, signal });
  }

  /** Deletes a webhook endpoint. */
  async deleteWebhook(id: string, { signal }: Abortable = {}): Promise<void> {
    await this.#delete(pathOf('webhooks', id), signal);
  }

  /** Lists the conversions and extractions, of one source format if `from` is given. */
  formats({ from, signal }: Abortable & { readonly from?: FormatName | undefined } = {}): Promise<Formats> {
    const query = from === undefined ? '' : `?from=${encodeURIComponent(from)}`;
    return this.#call({ method: 'GET', path: `/formats${query}`, signal });
  }

  /** Reads the usage of the account. */
  usage({ signal }: Abortable = {}): Promise<Usage> {
    return this.#call({ method: 'GET', path: '/usage', signal });
  }

  async #delete(path: string, signal: AbortSignal | undefined): Promise<void> {
    await this.#call({ method: 'DELETE', path, signal, isDone: ({ status }) => status === 404 });
  }

  #submit(
    path: '/convert' | '/extract',
    json: object,
    signal: AbortSignal | undefined,
    completesRequest = false,
  ): Promise<AcceptedJob> {
    const idempotencyKey = crypto.randomUUID();
    return this.#call({ method: 'POST', path, json, idempotencyKey, signal, completesRequest });
  }

  async #fileIdOf(input: DocumentInput, options: Omit<RunOptions, 'options'>): Promise<string> {
    checkInput(input);
    if (typeof input === 'object' && 'fileId' in input) return input.fileId;
    if (typeof input === 'object' && 'fileUrl' in input)
      throw new TypeError('A fileUrl cannot be combined with other documents. Upload its bytes instead.');
    return this.upload(input, options);
  }

  async #sourceOf(
    input: DocumentInput | readonly DocumentInput[],
    options: Omit<RunOptions, 'from' | 'options'>,
    names: Names,
  ): Promise<JobSource> {
    const inputs: readonly DocumentInput[] = isList(input) ? input : [input];
    const [only] = inputs;
    if (only === undefined) throw new TypeError('Pass at least one document.');
    checkInput(only);
    if (inputs.length === 1) {
      if (typeof only === 'object' && 'fileUrl' in only) return { file_url: only.fileUrl };
      return { file_id: await this.#fileIdOf(only, options) };
    }
    // One failure ends the other uploads too.
    const failure = new AbortController();
    const signal =
      options.signal === undefined ? failure.signal : AbortSignal.any([options.signal, failure.signal]);
    const ids: string[] = [];
    let next = 0;
    const uploadNext = async (): Promise<void> => {
      for (let index = next++; index < inputs.length; index = next++) {
        const each = inputs[index];
        if (each === undefined) continue;
        const id = await this.#fileIdOf(each, { ...options, filename: undefined, signal });
        ids[index] = id;
        names.set(id, nameOf(each) ?? id);
      }
    };
    try {
      await Promise.all(Array.from({ length: parallelUploads }, uploadNext));
    } catch (error) {
      failure.abort(error);
      throw error;
    }
    return { file_ids: ids };
  }

  async #run(
    path: '/convert' | '/extract',
    request: object,
    { signal, onProgress, webhook_url, deliver_to, cancelOnAbort = true }: Omit<RunOptions, 'options'>,
    names: Names,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const submission = this.#submit(path, { ...request, webhook_url, deliver_to }, signal, cancelOnAbort);
    try {
      const { job_id } = await untilAborted(submission, signal);
      return this.result(await this.waitFor(job_id, { signal, onProgress }), { signal });
    } catch (error) {
      if (signal?.aborted && cancelOnAbort) await this.#cancelSubmitted(submission);
      throw withNames(error, names);
    }
  }

  /** Cancels the job of an aborted call. */
  async #cancelSubmitted(submission: Promise<AcceptedJob>): Promise<void> {
    const signal = AbortSignal.timeout(cancelMs);
    try {
      const { job_id } = await untilAborted(submission, signal);
      await this.cancel(job_id, { signal });
    } catch {
      // The caller receives the reason of the abort. The job ends by itself, or was never accepted.
    }
  }
}

/** The names of uploaded documents by their ids, which a caller of `convert` has never seen. */
type Names = Map<string, string>;

/** Writes the names of documents in place of their ids in the message of a refused request. */
const withNames = (error: unknown, names: Names): unknown => {
  if (!(error instanceof DocForgeError) || error instanceof JobFailedError) return error;
  const message = error.message.replaceAll(/\bfile_[0-9A-Za-z]+/g, (id) => names.get(id) ?? id);
  return message === error.message
    ? error
    : new DocForgeError(error.code, message, { ...error, cause: error });
};

/** @throws TypeError for what only plain JavaScript can pass */
const checkOptions = (options: unknown, example: string): void => {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`Pass the options as an object, such as ${example}.`);
};

const isList = (input: DocumentInput | readonly DocumentInput[]): input is readonly DocumentInput[] =>
  Array.isArray(input);
