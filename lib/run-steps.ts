import { convertBody } from './api/job-request-schemas.ts';
import { parseWith } from './api-errors.ts';
import { detectFormat } from './conversions/detection/detect.ts';
import type { ConversionResult, Progress } from './conversions/engine/engine.ts';
import { ConversionError } from './conversions/errors.ts';
import { isExtractFormat, isFormat } from './conversions/formats.ts';
import { convert, extract } from './conversions/index.ts';
import { libraryRoutes } from './conversions/routing/registry.ts';
import { contentOf } from './files/content.ts';
import { cleanFilename, fileObjectKey, type ReadyFile } from './files/file.ts';
import { formatDetector } from './files/format-detector.ts';
import { type FormatDetector, inspectFile } from './files/inspect-file.ts';
import { newId } from './ids.ts';
import { sourceFetcher } from './jobs/fetch-source.ts';
import { formatTableOf } from './jobs/format-table.ts';
import { type Job, resultFilename, resultObjectKey } from './jobs/job.ts';
import type { JobRequest } from './jobs/job-request.ts';
import {
  currentStep,
  errorInStep,
  fileIdsOf,
  type JobStep,
  type StepResult as StepDone,
} from './jobs/job-steps.ts';
import { newJob } from './jobs/new-job.ts';
import { prepareJob } from './jobs/prepare-job.ts';
import { stepsOf } from './jobs/step-requests.ts';
import { operationOf } from './limits/operation.ts';
import { largestPlan, limitsOf } from './plans.ts';

type FetchSource = ReturnType<typeof sourceFetcher>;

/** An input document of the steps. */
export type StepsSource = { readonly bytes: Uint8Array; readonly filename: string };

/** The steps and their settings. */
export type StepsRequest = {
  /** The `steps` of `POST /convert`, unchecked. */
  readonly steps: unknown;
  /** Source format. By default, detected from the bytes. */
  readonly from?: string | undefined;
  /** Called with the progress of the current step. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Stops before the next step. */
  readonly signal?: AbortSignal | undefined;
};

/** The result of a step. */
export type StepResult = ConversionResult & { readonly step: string };

/** A placeholder account and plan. The plan limits only what a service stores and downloads. */
const caller = { accountId: 'local', limits: limitsOf(largestPlan) };

/** Detects all formats, including those that only the library reads. */
const libraryFormats: FormatDetector = { ...formatDetector, detect: detectFormat };

const table = formatTableOf(libraryRoutes);

const inspect = async ({ bytes, ...source }: StepsSource, now: number): Promise<ReadyFile> => {
  const filename = cleanFilename(source.filename);
  const facts = await inspectFile(
    { content: contentOf(bytes), filename },
    Number.POSITIVE_INFINITY,
    libraryFormats,
  );
  const fileId = newId('file', now);
  const { accountId } = caller;
  return { accountId, fileId, filename, ...facts, createdAt: now, expiresAt: Number.POSITIVE_INFINITY };
};

/** Checks the request as `POST /convert` does, and returns its job. */
const prepare = async (
  { steps, from }: StepsRequest,
  files: ReadonlyMap<string, ReadyFile>,
  now: number,
): Promise<Job> => {
  const body = parseWith(convertBody, { file_ids: [...files.keys()], from, steps }, 'field');
  const request: JobRequest = {
    ...operationOf({ countsAsOperation: true }, caller),
    steps: stepsOf(body),
    fileIds: [...files.keys()],
    fileUrl: undefined,
    from: body.from,
  };
  const access = {
    getFile: async (_: string, fileId: string) => files.get(fileId),
    finalize: async (file: ReadyFile) => file,
    ownFile: () => undefined,
  };
  return newJob(await prepareJob(request, access, table, now), now);
};

const perform = (
  { type, target, options }: JobStep,
  { bytes, from, filename, further }: Awaited<ReturnType<FetchSource>>,
  onProgress: StepsRequest['onProgress'],
): Promise<ConversionResult> => {
  const common = { from: isFormat(from) ? from : undefined, options, filename, further, onProgress };
  if (type === 'conversion' && isFormat(target)) return convert(bytes, { ...common, to: target });
  if (type === 'extraction' && isExtractFormat(target)) return extract(bytes, { ...common, format: target });
  throw new Error(`A checked step has the unknown target ${target}`);
};

/** The files of a job, and the source of their bytes and of the steps' results. */
type Documents = { readonly files: ReadonlyMap<string, ReadyFile>; readonly fetchSource: FetchSource };

/** Runs the current step. As in a job, a document's error states the step. */
const runCurrent = async (
  job: Job,
  { files, fetchSource }: Documents,
  { onProgress, signal = new AbortController().signal }: StepsRequest,
): Promise<{ readonly result: ConversionResult; readonly filename: string }> => {
  signal.throwIfAborted();
  const stored = fileIdsOf(job).map((fileId) => files.get(fileId));
  try {
    const source = await fetchSource(job, stored, signal);
    const result = await perform(currentStep(job), source, onProgress);
    return { result, filename: resultFilename(source.filename, result.extension) };
  } catch (fault) {
    if (!(fault instanceof ConversionError)) throw fault;
    const { code, message } = errorInStep(job, { code: fault.code, message: fault.message });
    throw new ConversionError(code, message, { cause: fault });
  }
};

/**
 * Runs the steps of `POST /convert` in this process, with the same checks and error messages. All results are in memory. Returns the
 * results of the steps with `output: true`, followed by the result of the last step.
 *
 * @throws ApiError for a request that the service would refuse, ConversionError for a document that cannot be converted
 */
export const runSteps = async (
  sources: readonly StepsSource[],
  request: StepsRequest,
): Promise<readonly StepResult[]> => {
  const now = Date.now();
  const files = new Map<string, ReadyFile>();
  const objects = new Map<string, Uint8Array>();
  for (const source of sources) {
    const file = await inspect(source, now);
    files.set(file.fileId, file);
    objects.set(fileObjectKey(file.accountId, file.fileId), source.bytes);
  }
  const fetchSource = sourceFetcher({ get: async (key) => objects.get(key) }, () => {
    throw new Error('Steps in this process read no buckets');
  });
  const job = await prepare(request, files, now);
  const { list } = job.steps;
  const done: StepDone[] = [];
  const kept: StepResult[] = [];
  for (const { name = '', isOutput } of list) {
    const { result, filename } = await runCurrent(
      { ...job, steps: { list, done } },
      { files, fetchSource },
      request,
    );
    const attempt = done.length + 1;
    const objectKey = resultObjectKey(job.accountId, job.jobId, attempt);
    const { sizeBytes, sha256 } = contentOf(result.bytes);
    objects.set(objectKey, result.bytes);
    done.push({
      attempt,
      output: { objectKey, filename, mimeType: result.mimeType, sizeBytes, sha256 },
      report: {},
      endedAt: now,
    });
    if (isOutput || attempt === list.length) kept.push({ ...result, step: name });
  }
  return kept;
};
