import { DocForgeError, JobFailedError } from './errors.ts';
import { withRetries } from './retry.ts';
import { type Sender, send } from './send.ts';
import type { Job } from './types.ts';

/** The result of a complete job. Each method downloads it, until the job's `expires_at`. */
export type Result = {
  readonly job: Job;
  /** The name under which the service offers the result, without folders. */
  readonly filename: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  stream(): Promise<ReadableStream<Uint8Array>>;
  text(): Promise<string>;
  json<Value = unknown>(): Promise<Value>;
  /** Writes the result to a file, or under its own name to a folder, and returns the path. In Node.js only. */
  save(path: string): Promise<string>;
};

/** Ten minutes, for results of up to 2 GB. */
const downloadSeconds = 600;

// The name is part of a path of this machine, whatever the service returns.
const safeName = (filename: string): string => {
  const name = filename.replaceAll(/[\\/\0]/g, '_');
  return name === '' || name === '.' || name === '..' ? 'result' : name;
};

const expired = (): DocForgeError =>
  new DocForgeError('result_expired', 'The result has been deleted. Submit the job again.', { status: 410 });

/** The part of a job that describes its result, or that of a step. */
const partOf = (job: Job, step: string | undefined): Pick<Job, 'output' | 'output_url'> => {
  if (step === undefined) return job;
  const found = job.steps?.find(({ name }) => name === step);
  if (found !== undefined && (found.output !== null || job.status !== 'complete')) return found;
  throw new TypeError(
    `The job has no result for the step ${JSON.stringify(step)}. Use the last step, or one with "output": true.`,
  );
};

/**
 * Returns the result of a job that has ended, or of one of its steps. `readJob` reads it again, for a new signed URL.
 *
 * @throws JobFailedError if the job failed or was cancelled
 */
export const resultOf = (
  sender: Sender,
  first: Job,
  readJob: () => Promise<Job>,
  signal: AbortSignal | undefined,
  step?: string,
): Result => {
  const { output, output_url: firstUrl } = partOf(first, step);
  if (output === null || first.status !== 'complete') throw new JobFailedError(first);
  const { filename, mime_type: mimeType, size_bytes: sizeBytes } = output;
  let url = firstUrl;

  const readUrl = async (): Promise<string> => {
    try {
      const { output_url: fresh } = partOf(await readJob(), step);
      if (fresh !== undefined) return fresh;
    } catch (error) {
      if (!(error instanceof DocForgeError) || error.status !== 404) throw error;
    }
    throw expired();
  };

  const fetchFrom = <Value>(address: string, read: (response: Response) => Promise<Value>): Promise<Value> =>
    send(sender, address, { method: 'GET', signal, timeoutSeconds: downloadSeconds }, read);

  const download = async <Value>(read: (response: Response) => Promise<Value>): Promise<Value> =>
    withRetries(
      async () => {
        try {
          if (url !== undefined) return await fetchFrom(url, read);
        } catch (error) {
          // A signed URL is valid for an hour at most, the result often for longer.
          if (!(error instanceof DocForgeError) || (error.status !== 403 && error.status !== 404))
            throw error;
        }
        url = await readUrl();
        return fetchFrom(url, read);
      },
      sender.clock,
      signal,
    );

  const bytes = (): Promise<Uint8Array<ArrayBuffer>> =>
    download(async (response) => new Uint8Array(await response.arrayBuffer()));
  const stream = (): Promise<ReadableStream<Uint8Array>> =>
    download(async ({ body }) => body ?? new Blob([]).stream());
  const text = async (): Promise<string> => new TextDecoder().decode(await bytes());

  return {
    job: first,
    filename: safeName(filename),
    mimeType,
    sizeBytes,
    bytes,
    stream,
    text,
    json: async () => JSON.parse(await text()),
    save: async (path) => {
      const { saveFile } = await import('./node-files.ts');
      return saveFile(path, safeName(filename), await stream(), signal);
    },
  };
};
