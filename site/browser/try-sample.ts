import type * as z from 'zod';
import type * as tries from '../../lib/api/try-schemas.ts';

/** A response of `POST /try`. Only a type, so that the schema is not in the bundle. */
export type TriedJob = z.infer<typeof tries.triedJob>;

/** The body of a request: a sample, and a format to extract or to convert to, as the page has them in its form. */
type TryBody = { readonly sample: string; readonly format?: string; readonly to?: string };

/** Why a sample could not be tried, in a sentence for the visitor. */
export class TryError extends Error {}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const longestMs = 60_000;
const busyAttempts = 4;

const send = (body: TryBody): Promise<Response> =>
  fetch('/try', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', Prefer: 'wait=5' },
    body: JSON.stringify(body),
  });

const request = async (body: TryBody): Promise<TriedJob> => {
  for (let attempt = 1; ; attempt += 1) {
    const response = await send(body).catch(() => undefined);
    if (response?.ok) return await response.json();
    const seconds = Number(response?.headers.get('Retry-After') ?? 1);
    if (response?.status === 429)
      throw new TryError(`You have tried many samples in a minute. Try again in ${seconds} seconds.`);
    if (response !== undefined && response.status < 500)
      throw new TryError(
        'This service does not offer samples. Read the docs to call it with a file of yours.',
      );
    if (attempt === busyAttempts)
      throw new TryError(
        response === undefined
          ? 'The service cannot be reached. Check your connection, then try again.'
          : 'The service is busy. Try again in a moment.',
      );
    await pause(1000 * Math.min(seconds, 3));
  }
};

const jobs = new Map<string, Promise<TriedJob>>();

const untilEnd = async (body: TryBody, onStatus: (status: string) => void): Promise<TriedJob> => {
  const start = Date.now();
  for (;;) {
    const job = await request(body);
    if (job.status === 'complete') return job;
    if (job.status !== 'queued' && job.status !== 'processing')
      throw new TryError(
        `${job.error?.message ?? 'The job was cancelled.'} It is made again in a few minutes.`,
      );
    if (Date.now() - start > longestMs)
      throw new TryError('No worker has finished the job within a minute. Try again, or see /health.');
    onStatus(job.status);
    await pause(1000);
  }
};

/** Runs the job of a sample and waits for its end. Keeps the job for the next time. Throws TryError. */
export const trySample = (body: TryBody, onStatus: (status: string) => void): Promise<TriedJob> => {
  const key = JSON.stringify(body);
  const known = jobs.get(key);
  if (known !== undefined) return known;
  const job = untilEnd(body, onStatus);
  jobs.set(key, job);
  job.catch(() => jobs.delete(key));
  return job;
};
