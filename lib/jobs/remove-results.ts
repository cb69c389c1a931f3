import type { ObjectStore } from '../files/objects.ts';
import { type Job, resultObjectKey } from './job.ts';
import { type PagePartStore, partObjectKey } from './page-parts.ts';

/** Removes what the attempts of a job have stored: their results, and the recognized pages of its parts. */
export const removeResults = async (
  job: Pick<Job, 'accountId' | 'jobId' | 'attempts' | 'recognition'>,
  objects: Pick<ObjectStore, 'remove'>,
  parts: Pick<PagePartStore, 'list'>,
): Promise<void> => {
  const { accountId, jobId } = job;
  const attempts = Array.from({ length: job.attempts }, (_, index) => index + 1);
  await Promise.all(attempts.map((attempt) => objects.remove(resultObjectKey(accountId, jobId, attempt))));
  if (job.recognition === undefined) return;
  const stored = await parts.list(job);
  await Promise.all(stored.map((part) => objects.remove(partObjectKey(part))));
};
