import * as z from 'zod';
import type { StoredFile } from '../files/file.ts';
import type { ExpressJob, ExpressOutcome } from '../jobs/express.ts';
import type { ExpressRun, Ran } from '../jobs/run-job.ts';
import { workerNames } from '../workers.ts';
import { fromStoredFile, toStoredFile } from './file-item.ts';
import { fromJob, toJob } from './job-item.ts';

const event = z.object({
  express_job: z.unknown(),
  file: z.unknown(),
  lease_owner: z.string(),
  content: z.string(),
  answer_until: z.number().optional(),
});

const answer = z.object({
  job: z.unknown().optional(),
  is_released: z.boolean().optional(),
  moved: z.object({ to: z.enum(workerNames), engine: z.string() }).optional(),
  unrecorded: z.object({ text: z.string().optional(), claimed_at: z.number() }).optional(),
});

/**
 * A worker's answer: the job, if it has ended, and what of its end is not stored; or that it has released the job, and to which worker
 * its step has moved.
 */
export type ExpressAnswer = z.input<typeof answer>;

/** The event with which a worker is invoked for a job, as JSON. */
export const fromExpressJob = ({ job, file, lease, answerUntil }: ExpressJob, bytes: Uint8Array): string =>
  JSON.stringify({
    express_job: fromJob(job),
    file: fromStoredFile(file),
    lease_owner: lease.owner,
    content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    answer_until: answerUntil,
  } satisfies z.input<typeof event>);

/**
 * Reads the event of a job to run.
 *
 * @throws ZodError
 */
export const toExpressRun = (value: unknown): ExpressRun => {
  const { express_job, file, lease_owner: owner, content, answer_until: answerUntil } = event.parse(value);
  const job = toJob(express_job);
  const files: readonly StoredFile[] = [toStoredFile(file)];
  const { accountId, jobId, attempts: attempt } = job;
  const lease = { accountId, jobId, attempt, owner };
  return { job, files, lease, bytes: Buffer.from(content, 'base64'), answerUntil };
};

/** The answer of a worker. */
export const fromRan = ({ outcome, moved, ended, unrecorded }: Ran): ExpressAnswer => ({
  ...(ended === undefined ? {} : { job: fromJob(ended) }),
  ...(outcome === 'released' ? { is_released: true } : {}),
  moved,
  unrecorded: unrecorded && { text: unrecorded.text, claimed_at: unrecorded.claimedAt },
});

/** Reads a worker's answer. */
export const toExpressOutcome = (value: unknown): ExpressOutcome => {
  const { job, is_released: isReleased = false, moved, unrecorded } = answer.parse(value);
  return {
    ended: job === undefined ? undefined : toJob(job),
    isReleased,
    moved,
    unrecorded: unrecorded && { text: unrecorded.text, claimedAt: unrecorded.claimed_at },
  };
};
