import { newId } from '../ids.ts';
import type { Job } from './job.ts';
import { firstWorker } from './large-documents.ts';
import type { PreparedJob } from './prepare-job.ts';

/** What all jobs have that are submitted now. */
export const queuedNow = (now: number) =>
  ({
    jobId: newId('job', now),
    status: 'queued',
    createdAt: now,
    startedAt: undefined,
    completedAt: undefined,
    expiresAt: undefined,
    attempts: 0,
    leaseUntil: undefined,
    claimedAt: undefined,
    workedMs: 0,
    progress: undefined,
    output: undefined,
    report: undefined,
    error: undefined,
  }) as const satisfies Partial<Job>;

/** A queued job for the files of a request, or for its `fileUrl` if it has no files. */
export const newJob = ({ request, files, ...prepared }: PreparedJob, now: number): Job => {
  const [fileId, ...furtherFileIds] = files.map((file) => file.fileId);
  const list = prepared.steps.map((planned) => {
    const { plan: _, ...step } = planned;
    return { ...step, worker: firstWorker(planned, files) };
  });
  const steps = { list, done: [] };
  return {
    ...queuedNow(now),
    accountId: request.accountId,
    keyId: request.keyId,
    keyLastFour: request.origin?.keyLastFour,
    requestId: request.origin?.requestId,
    fileId,
    filename: files[0]?.filename,
    furtherFileIds,
    sourceUrl: fileId === undefined ? request.fileUrl : undefined,
    webhookUrl: request.webhookUrl,
    deliverTo: request.deliverTo,
    from: request.from ?? files[0]?.format,
    steps,
    maxFileBytes: request.limits.maxFileBytes,
    maxResultBytes: request.limits.maxResultBytes,
  };
};
