import type { ReadyFile } from '../files/file.ts';
import { newId } from '../ids.ts';
import { plans } from '../plans.ts';
import type { Job } from './job.ts';
import type { JobRequest } from './job-request.ts';
import { maxResultBytes } from './result-limit.ts';

/** A queued job for the files of a request, or for its `fileUrl` if it has no files. */
export const newJob = (
  request: JobRequest,
  files: readonly ReadyFile[],
  worker: Job['worker'],
  now: number,
): Job => {
  const [fileId, ...furtherFileIds] = files.map((file) => file.fileId);
  return {
    accountId: request.accountId,
    jobId: newId('job', now),
    type: request.type,
    status: 'queued',
    fileId,
    furtherFileIds,
    sourceUrl: fileId === undefined ? request.fileUrl : undefined,
    from: request.from,
    target: request.target,
    worker,
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
    maxResultBytes: maxResultBytes(request.type, request.plan),
    progress: undefined,
    output: undefined,
    report: undefined,
    error: undefined,
  };
};
