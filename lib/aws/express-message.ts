import * as z from 'zod';
import type { StoredFile } from '../files/file.ts';
import type { ExpressJob } from '../jobs/express.ts';
import type { Job } from '../jobs/job.ts';
import type { ClaimedJob } from '../jobs/run-job.ts';
import { fromStoredFile, toStoredFile } from './file-item.ts';
import { fromJob, toJob } from './job-item.ts';

/** A claimed job with the bytes of its only file, as a worker receives it. */
export type ExpressRun = ClaimedJob & { readonly bytes: Uint8Array };

const event = z.object({
  express_job: z.unknown(),
  file: z.unknown(),
  lease_owner: z.string(),
  content: z.string(),
});

const answer = z.object({ job: z.unknown().optional() });

/** A worker's answer: the job, if it has ended. */
export type ExpressAnswer = z.input<typeof answer>;

/** The event with which a worker is invoked for a job, as JSON. */
export const fromExpressJob = ({ job, file, lease }: ExpressJob, bytes: Uint8Array): string =>
  JSON.stringify({
    express_job: fromJob(job),
    file: fromStoredFile(file),
    lease_owner: lease.owner,
    content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  } satisfies z.input<typeof event>);

/**
 * Reads the event of a job to run.
 *
 * @throws ZodError
 */
export const toExpressRun = (value: unknown): ExpressRun => {
  const { express_job, file, lease_owner: owner, content } = event.parse(value);
  const job = toJob(express_job);
  const files: readonly StoredFile[] = [toStoredFile(file)];
  const { accountId, jobId, attempts: attempt } = job;
  return { job, files, lease: { accountId, jobId, attempt, owner }, bytes: Buffer.from(content, 'base64') };
};

/** The answer of a worker. */
export const fromEndedJob = (ended: Job | undefined): ExpressAnswer =>
  ended === undefined ? {} : { job: fromJob(ended) };

/** Reads a worker's answer. */
export const toEndedJob = (value: unknown): Job | undefined => {
  const { job } = answer.parse(value);
  return job === undefined ? undefined : toJob(job);
};
