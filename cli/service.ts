import { DocForge } from '../client/docforge.ts';
import { DocForgeError } from '../client/errors.ts';
import type { DocumentInput } from '../client/input.ts';
import { usageError } from './command-error.ts';
import { accountOf, type Environment, tokenCacheOf } from './config.ts';
import type { Backend, FormatRow, ListedJob, Source, Task } from './task.ts';

const inputOf = (source: Source): DocumentInput => {
  if (source.kind === 'file') return source.path;
  return source.kind === 'url'
    ? { fileUrl: source.url }
    : new File([new Uint8Array(source.bytes)], source.name);
};

const extensionOf = (filename: string): string => /\.([^.]+)$/.exec(filename)?.[1] ?? 'bin';

/** A backend that calls the service of an account. @throws CommandError with exit code 3 */
export const openService = async (environment: Environment): Promise<Backend> => {
  const account = await accountOf(environment);
  const docforge = new DocForge({
    baseUrl: account.url,
    apiKey: account.apiKey,
    tokenCache: tokenCacheOf(environment, account),
  });

  const run: Backend['run'] = async (
    { operation, sources, target, from, options, steps }: Task,
    { signal, onProgress },
  ) => {
    const common = {
      signal,
      ...(onProgress === undefined
        ? {}
        : {
            onProgress: (job: { progress: Parameters<typeof onProgress>[0] | null }) => {
              if (job.progress !== null) onProgress(job.progress);
            },
          }),
    };
    if (operation === 'extract' && steps === undefined && from !== undefined)
      throw usageError('The service detects the format of what it extracts from. Leave out --from.');
    const inputs = sources.map(inputOf);
    const [first] = inputs;
    if (first === undefined) throw new TypeError('A task has at least one document.');
    const result =
      steps !== undefined
        ? await docforge.convert(inputs, { steps, from, ...common })
        : operation === 'convert'
          ? await docforge.convert(inputs, { to: target, from, options, ...common })
          : await docforge.extract(first, { format: target, options, ...common });
    const { report } = result.job;
    return {
      extension: extensionOf(result.filename),
      mimeType: result.mimeType,
      pages: report?.pages ?? null,
      warnings: report?.warnings ?? [],
      jobId: result.job.job_id,
      read: () => result.bytes(),
    };
  };

  return {
    maxParallel: 50,
    run,
    formats: async (from) => {
      const { conversions, extractions } = await docforge.formats({ from });
      return [
        ...conversions.map((row): FormatRow => ({ ...row, operation: 'convert' })),
        ...extractions.map(({ format, ...row }): FormatRow => ({ ...row, operation: 'extract', to: format })),
      ];
    },
    jobs: async (limit, status) => {
      const list: ListedJob[] = [];
      for await (const job of docforge.jobs({ status: status as 'queued' | undefined })) {
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
