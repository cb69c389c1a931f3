import { jobErrors } from '../../conversions/errors.ts';
import type { Downloads } from '../../files/objects.ts';
import { isActive, type Job } from '../../jobs/job.ts';
import { lastStep, listsSteps } from '../../jobs/job-steps.ts';
import { downloadView, outputView } from './result-view.ts';
import { reportView, stepsView, targetView } from './steps-view.ts';
import { time, timeOrNull } from './time.ts';

/** The member of a job view that only a job with an address for its result has, until it fails or is cancelled. */
const deliveryView = ({ deliverTo, delivery }: Job) => {
  if (delivery === undefined)
    return deliverTo === undefined ? {} : { delivery: { status: 'pending' } as const };
  const { status, httpStatus, message } = delivery;
  return {
    delivery: {
      status,
      ...(httpStatus === undefined ? {} : { http_status: httpStatus }),
      ...(message === undefined ? {} : { message }),
    },
  };
};

/** The progress of an active job: in steps if its request lists them. */
const progressView = (job: Job) => {
  if (!isActive(job)) return null;
  const { list, done } = job.steps;
  return listsSteps(job) ? { done: done.length, total: list.length, unit: 'steps' } : (job.progress ?? null);
};

/**
 * The body of `GET /job/{id}`, with a newly signed URL of the result. Without `objects` it has no URLs, as in a webhook. `now` is in
 * ms since the epoch.
 */
export const jobView = async (job: Job, objects: Downloads | undefined, now: number) => {
  const { output, error } = job;
  const target = lastStep(job.steps.list);
  const download = job.status === 'complete' ? output : undefined;
  return {
    job_id: job.jobId,
    type: target.type,
    status: job.status,
    ...(job.keyId === undefined ? {} : { key_id: job.keyId }),
    file_id: job.fileId ?? null,
    filename: job.filename ?? null,
    ...(job.fileId === undefined || job.furtherFileIds.length === 0
      ? {}
      : { file_ids: [job.fileId, ...job.furtherFileIds] }),
    from: job.from ?? null,
    ...targetView(target),
    ...(listsSteps(job) ? await stepsView(job, objects, now) : {}),
    progress: progressView(job),
    created_at: time(job.createdAt),
    started_at: timeOrNull(job.startedAt),
    completed_at: timeOrNull(job.completedAt),
    expires_at: timeOrNull(job.expiresAt),
    ...(await downloadView(job, download, objects, now)),
    output: output === undefined ? null : outputView(output),
    report: reportView(job.report),
    ...deliveryView(job),
    error: error === undefined ? null : { ...error, retryable: jobErrors[error.code].retryable },
    attempts: job.attempts,
  };
};
