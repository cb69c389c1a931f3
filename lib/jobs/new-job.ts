import { newId } from '../ids.ts';
import { plans } from '../plans.ts';
import type { Job } from './job.ts';
import type { PreparedJob } from './prepare-job.ts';
import { maxResultBytes } from './result-limit.ts';

/** A queued job for the files of a request, or for its `fileUrl` if it has no files. */
export const newJob = ({ request, files, plan, steps }: PreparedJob, now: number): Job => {
  const [fileId, ...furtherFileIds] = files.map((file) => file.fileId);
  return {
    accountId: request.accountId,
    jobId: newId('job', now),
    type: request.type,
    status: 'queued',
    fileId,
    filename: files[0]?.filename,
    furtherFileIds,
    sourceUrl: fileId === undefined ? request.fileUrl : undefined,
    webhookUrl: request.webhookUrl,
    deliverTo: request.deliverTo,
    // Only the first step may read the files, so the format is stored here.
    from: request.from ?? (steps === undefined ? undefined : files[0]?.format),
    target: request.target,
    steps: steps && { list: steps.map(({ step }) => step), done: [] },
    worker: plan.worker,
    options: request.options,
    createdAt: now,
    startedAt: undefined,
    completedAt: undefined,
    expiresAt: undefined,
    attempts: 0,
    leaseUntil: undefined,
    claimedAt: undefined,
    workedMs: 0,
    maxFileBytes: plans[request.plan].maxFileBytes,
    maxResultBytes: maxResultBytes(steps === undefined ? request.type : 'conversion', request.plan),
    progress: undefined,
    output: undefined,
    report: undefined,
    error: undefined,
  };
};
