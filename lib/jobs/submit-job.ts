import { ApiError } from '../errors.ts';
import type { StoredFile } from '../files/file.ts';
import { isId, newId } from '../ids.ts';
import type { Job, JobMessage } from './job.ts';

/** What the conversions say of a request, in the formats' canonical names. */
export type FormatTable = {
  /** The canonical name of a format; undefined for a name that no format has. */
  canonical(name: string): string | undefined;
  /** The formats that can become the target of a job. */
  sources(type: Job['type'], target: string): readonly string[];
  /** The targets of a job that a format can become. */
  targets(type: Job['type'], from: string): readonly string[];
  /** Whether several files of a format can become one target. */
  takesSeveral(type: Job['type'], from: string, target: string): boolean;
  /** The worker that has the engines for it. */
  workerFor(
    type: Job['type'],
    from: string,
    target: string,
    options: Readonly<Record<string, unknown>>,
  ): Job['worker'];
  /** What is wrong with the options; undefined where nothing is. */
  refuseOptions(type: Job['type'], from: string, target: string, options: object): string | undefined;
};

/** What submitting a job needs of the database and the queue. */
export type JobSubmission = {
  /**
   * Stores the job, counts its operation and its slot, and holds its files, which must be alive and of one of the
   * formats; all or nothing. Gives undefined when it was stored, else the first file that was refused, as it stands.
   *
   * Throws UsageLimitError.
   */
  create(
    job: Job,
    formats: readonly string[],
  ): Promise<{ readonly fileId: string; readonly file: StoredFile | undefined } | undefined>;
  getFile(accountId: string, fileId: string): Promise<StoredFile | undefined>;
  send(message: JobMessage, worker: Job['worker']): Promise<void>;
  /** Looks at an announced file. Throws ApiError. */
  settle(file: StoredFile): Promise<StoredFile>;
  /** The account and id of a file of ours that an address names. */
  ownFile(address: string): { accountId: string; fileId: string } | undefined;
  /** Tells of a message that could not be sent; the reconciler sends it again. */
  onUnsent(error: unknown, jobId: string): void;
};

/** A request for a job, as the wire gave it. */
export type JobRequest = {
  readonly accountId: string;
  readonly type: Job['type'];
  /** Files of the account, several where one result is made of all; none where `fileUrl` is given. */
  readonly fileIds: readonly string[];
  readonly fileUrl: string | undefined;
  readonly from: string | undefined;
  readonly target: string;
  readonly options: Readonly<Record<string, unknown>>;
};

const quote = (text: string): string => JSON.stringify(text);
const list = (names: readonly string[]): string => (names.length === 0 ? 'nothing' : names.join(', '));

const unsupported = (
  from: string | undefined,
  request: JobRequest,
  target: string,
  table: FormatTable,
): ApiError => {
  const verb = request.type === 'conversion' ? 'become' : 'give';
  if (from === undefined) {
    return new ApiError(
      'unsupported_conversion',
      `No format can ${verb} ${quote(target)}; GET /formats lists what can`,
    );
  }
  const targets = table.targets(request.type, from);
  return new ApiError(
    'unsupported_conversion',
    `${from} cannot ${verb} ${quote(target)}; it can ${verb}: ${list(targets)}`,
    { fields: { supported: targets } },
  );
};

const canonicalSource = (request: JobRequest, table: FormatTable): string | undefined => {
  if (request.from === undefined) return undefined;
  const from = table.canonical(request.from);
  if (from !== undefined) return from;
  throw new ApiError(
    'unsupported_conversion',
    `from: ${quote(request.from)} is no format the service knows; see GET /formats`,
  );
};

/** The formats that the source may have for this request to be accepted. Refuses a request that none can serve. */
const acceptableFormats = (
  request: JobRequest,
  from: string | undefined,
  target: string,
  table: FormatTable,
): string[] => {
  const sources = table.sources(request.type, target);
  const candidates = from === undefined ? sources : sources.filter((source) => source === from);
  if (candidates.length === 0) throw unsupported(from, request, target, table);
  const acceptable = candidates.filter(
    (source) => table.refuseOptions(request.type, source, target, request.options) === undefined,
  );
  const [first] = candidates;
  if (acceptable.length === 0 && first !== undefined) {
    const refusal = table.refuseOptions(request.type, first, target, request.options);
    throw new ApiError('invalid_request', `options: ${refusal}`);
  }
  return acceptable;
};

/** A format that no file has: a request that nothing can serve is refused by what its file is. */
const noFormat = 'none';

/** The formats that a file may have for this request; where none will do, one that no file has. */
const servingFormats = (request: JobRequest, target: string, table: FormatTable): string[] => {
  const serving = table
    .sources(request.type, target)
    .filter((source) => table.refuseOptions(request.type, source, target, request.options) === undefined);
  return serving.length === 0 ? [noFormat] : serving;
};

/** Why a file that is there does not serve a request. */
const refuseFile = (
  file: StoredFile,
  request: JobRequest,
  from: string | undefined,
  target: string,
  table: FormatTable,
): ApiError => {
  const { format = '' } = file;
  if (from !== undefined && format !== from) {
    return new ApiError(
      'format_mismatch',
      `from: ${file.fileId} is ${format} by its bytes, not ${from}; correct "from" or leave it out`,
      {
        fields: { detected: format },
      },
    );
  }
  const refusal = table.sources(request.type, target).includes(format)
    ? table.refuseOptions(request.type, format, target, request.options)
    : undefined;
  return refusal === undefined
    ? unsupported(format, request, target, table)
    : new ApiError('invalid_request', `options: ${refusal}`);
};

const fileNotFound = (fileId: string): ApiError =>
  new ApiError('file_not_found', `file_id: there is no file ${quote(fileId)}; upload it first`);

const ownFileIds = (request: JobRequest, submission: JobSubmission): readonly string[] => {
  if (request.fileUrl === undefined) return request.fileIds;
  const own = submission.ownFile(request.fileUrl);
  return own?.accountId === request.accountId ? [own.fileId] : [];
};

/** Refuses several files where the target takes one. */
const refuseSeveral = (
  request: JobRequest,
  formats: readonly string[],
  target: string,
  table: FormatTable,
): readonly string[] => {
  const takers = formats.filter((format) => table.takesSeveral(request.type, format, target));
  if (takers.length > 0) return takers;
  throw new ApiError(
    'invalid_request',
    `file_ids: ${quote(target)} is made of one file; give "file_id", or several files to a target that takes them (GET /formats)`,
  );
};

/**
 * The worker for a request. Where it depends on the format, which only the file's record knows, that is read first.
 */
const chooseWorker = async (
  request: JobRequest,
  formats: readonly string[],
  target: string,
  readFormat: () => Promise<string | undefined>,
  table: FormatTable,
): Promise<Job['worker']> => {
  const workerOf = (format: string): Job['worker'] =>
    table.workerFor(request.type, format, target, request.options);
  const workers = new Set(formats.filter((format) => format !== noFormat).map(workerOf));
  const [only = 'standard'] = workers;
  if (workers.size < 2) return only;
  const format = await readFormat();
  return format !== undefined && formats.includes(format) ? workerOf(format) : 'standard';
};

/**
 * Accepts a conversion or an extraction: one transaction and one message.
 *
 * Once the transaction is written the job is accepted, even where its message is lost: the reconciler finds it.
 *
 * @throws ApiError `file_not_found`, `file_not_uploaded`, `file_expired`, `format_mismatch`, `unsupported_conversion`,
 * `invalid_request`; UsageLimitError
 */
export const submitJob = async (
  request: JobRequest,
  submission: JobSubmission,
  table: FormatTable,
  now: number,
): Promise<{ job_id: string; status: 'queued' }> => {
  const from = canonicalSource(request, table);
  const target =
    request.type === 'conversion' ? (table.canonical(request.target) ?? request.target) : request.target;
  const fileIds = ownFileIds(request, submission);
  const [fileId, ...furtherFileIds] = fileIds;
  const serving =
    fileId === undefined || from !== undefined
      ? acceptableFormats(request, from, target, table)
      : servingFormats(request, target, table);
  const formats = fileIds.length > 1 ? refuseSeveral(request, serving, target, table) : serving;
  const stranger = fileIds.find((id) => !isId('file', id));
  if (stranger !== undefined) throw fileNotFound(stranger);
  const readFormat = async (): Promise<string | undefined> =>
    fileId === undefined ? undefined : (await submission.getFile(request.accountId, fileId))?.format;
  const newJob = async (format: string | undefined): Promise<Job> => ({
    accountId: request.accountId,
    jobId,
    type: request.type,
    status: 'queued',
    fileId,
    furtherFileIds,
    sourceUrl: fileId === undefined ? request.fileUrl : undefined,
    from,
    target,
    worker: await chooseWorker(request, formats, target, async () => format ?? (await readFormat()), table),
    options: request.options,
    createdAt: now,
    startedAt: undefined,
    completedAt: undefined,
    expiresAt: undefined,
    attempts: 0,
    leaseUntil: undefined,
    progress: undefined,
    output: undefined,
    report: undefined,
    error: undefined,
  });
  const jobId = newId('job', now);
  // Undefined where the file was announced and has not been looked at: then it may serve yet.
  const refusal = (refused: { fileId: string; file: StoredFile | undefined }): ApiError | undefined => {
    const { file } = refused;
    if (file === undefined) return fileNotFound(refused.fileId);
    if (file.expiresAt <= now)
      return new ApiError('file_expired', `file_id: ${file.fileId} has expired; upload it again`);
    return file.format === undefined ? undefined : refuseFile(file, request, from, target, table);
  };
  let job = await newJob(undefined);
  let refused = await submission.create(job, formats);
  const faults = new Map<string, ApiError | undefined>();
  while (refused !== undefined) {
    const { file } = refused;
    const why = refusal(refused) ?? faults.get(refused.fileId);
    if (why !== undefined || file === undefined) throw why;
    // Another request may have settled it meanwhile, and then nothing has to arrive any more.
    const settled = await submission.settle(file).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'file_not_uploaded') throw error;
      faults.set(file.fileId, error);
      return undefined;
    });
    if (file.fileId === fileId) job = await newJob(settled?.format);
    refused = await submission.create(job, formats);
  }
  await submission
    .send({ accountId: job.accountId, jobId: job.jobId }, job.worker)
    .catch((error: unknown) => submission.onUnsent(error, job.jobId));
  return { job_id: job.jobId, status: 'queued' };
};
