import { DocForge } from '../client/docforge.ts';
import { DocForgeError } from '../client/errors.ts';
import type { DocumentInput, UploadInput } from '../client/input.ts';
import type { Result } from '../client/result.ts';
import type { Job } from '../client/types.ts';
import { functionUploadBytes } from '../lib/api/limits.ts';
import { usageError } from './command-error.ts';
import { type Account, accountOf, type Environment, tokenCacheOf } from './config.ts';
import { keptSteps } from './steps.ts';
import type { Backend, FormatRow, ResultFile, Source, Task } from './task.ts';

const fileOf = (source: Exclude<Source, { kind: 'url' }>): UploadInput =>
  source.kind === 'file' ? source.path : new File([new Uint8Array(source.bytes)], source.name);

const inputOf = (source: Source): DocumentInput =>
  source.kind === 'url' ? { fileUrl: source.url } : fileOf(source);

const checkTask = ({ operation, steps, from }: Task): void => {
  if (operation === 'extract' && steps === undefined && from !== undefined)
    throw usageError('The service detects the source format of an extraction. Remove --from.');
};

/** The error of a file that a dry run does not send, for the command, which has no uploads of their own. */
const unsent = (error: unknown): unknown =>
  error instanceof DocForgeError && error.code === 'file_too_large' && error.status === undefined
    ? new DocForgeError(
        error.code,
        `A dry run accepts files of up to ${functionUploadBytes / 1_000_000} MB, because it uploads nothing. Convert this one without --dry-run.`,
        { cause: error },
      )
    : error;

const fileOfResult = ({ filename, bytes }: Result): ResultFile => ({
  extension: /\.([^.]+)$/.exec(filename)?.[1] ?? 'bin',
  read: bytes,
});

/** The account of a command and a client of its service. @throws CommandError with exit code 3 */
export const openClient = async (
  environment: Environment,
): Promise<{ readonly account: Account; readonly docforge: DocForge }> => {
  const account = await accountOf(environment);
  const { url: baseUrl, apiKey } = account;
  return {
    account,
    docforge: new DocForge({ baseUrl, apiKey, tokenCache: tokenCacheOf(environment, account) }),
  };
};

/** A backend that calls the service of an account. @throws CommandError with exit code 3 */
export const openService = async (environment: Environment): Promise<Backend> => {
  const { docforge } = await openClient(environment);

  const run: Backend['run'] = async (task, { signal, onProgress }) => {
    checkTask(task);
    const { operation, sources, target, from, options, steps, ending } = task;
    const common = {
      signal,
      ...ending,
      ...(onProgress === undefined
        ? {}
        : {
            onProgress: (job: { progress: Parameters<typeof onProgress>[0] | null }) => {
              if (job.progress !== null) onProgress(job.progress);
            },
          }),
    };
    const inputs = sources.map(inputOf);
    const [first] = inputs;
    if (first === undefined) throw new TypeError('A task has at least one document.');
    const result =
      steps !== undefined
        ? await docforge.convert(inputs, { steps, from, ...common })
        : operation === 'convert'
          ? await docforge.convert(inputs, { to: target, from, options, ...common })
          : await docforge.extract(first, { format: target, options, ...common });
    const { job, mimeType } = result;
    return {
      ...fileOfResult(result),
      mimeType,
      pages: job.report?.pages ?? null,
      warnings: job.report?.warnings ?? [],
      jobId: job.job_id,
      kept: keptSteps(steps).map(({ step }) => ({
        ...fileOfResult(docforge.result(job, { step, signal })),
        step,
      })),
    };
  };

  const dryRun: Backend['dryRun'] = async (task, signal) => {
    checkTask(task);
    const {
      operation,
      sources: [source],
      target,
      from,
      options,
      steps,
      ending,
    } = task;
    if (source === undefined) throw new TypeError('A task has at least one document.');
    const document = {
      ...(source.kind === 'url' ? { file_url: source.url } : { file: fileOf(source) }),
      ...ending,
    };
    try {
      if (steps !== undefined) return await docforge.dryRun({ ...document, steps, from }, { signal });
      return operation === 'convert'
        ? await docforge.dryRun({ ...document, to: target, from, options }, { signal })
        : await docforge.dryRun({ ...document, format: target, options }, { signal });
    } catch (error) {
      throw unsent(error);
    }
  };

  return {
    maxParallel: 50,
    run,
    dryRun,
    formats: async (from) => {
      const { conversions, extractions } = await docforge.formats({ from });
      return [
        ...conversions.map((row): FormatRow => ({ ...row, operation: 'convert' })),
        ...extractions.map(({ format, ...row }): FormatRow => ({ ...row, operation: 'extract', to: format })),
      ];
    },
    jobs: async (limit, status) => {
      const list: Job[] = [];
      for await (const job of docforge.jobs({ status })) {
        list.push(job);
        if (list.length >= limit) break;
      }
      return list;
    },
  };
};

/** Calls the service once, to check an account. @throws DocForgeError */
export const checkAccount = async (url: string, apiKey: string): Promise<string> =>
  (await new DocForge({ baseUrl: url, apiKey }).usage()).plan;

/** Whether an error of one document shows that the others would fail too. */
export const endsEverything = (error: unknown): boolean =>
  error instanceof DocForgeError &&
  ['network_error', 'unauthorized', 'invalid_api_key', 'monthly_limit_reached'].includes(error.code);
