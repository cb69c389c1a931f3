import { jobReport } from '../../api/job-schemas.ts';
import { jobErrors } from '../../errors.ts';
import type { Downloads } from '../../files/objects.ts';
import { isActive, type Job } from '../../jobs/job.ts';
import { downloadView, outputView } from './result-view.ts';
import { stepsProgress, stepsView } from './steps-view.ts';

/** The report with its members in the order of the contract. */
const reportView = jobReport.partial();

const time = (ms: number): string => new Date(ms).toISOString();
const timeOrNull = (ms: number | undefined): string | null => (ms === undefined ? null : time(ms));

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

/**
 * The body of `GET /job/{id}`, with a newly signed URL of the result. Without `objects` it has no URLs, as in a webhook. `now` is in
 * ms since the epoch.
 */
export const jobView = async (job: Job, objects: Downloads | undefined, now: number) => {
  const { output, error, steps } = job;
  const download = job.status === 'complete' ? output : undefined;
  return {
    job_id: job.jobId,
    type: job.type,
    status: job.status,
    file_id: job.fileId ?? null,
    filename: job.filename ?? null,
    from: job.from ?? null,
    ...(job.type === 'conversion' ? { to: job.target } : { format: job.target }),
    ...(steps === undefined ? {} : await stepsView(job, steps, objects, now)),
    progress: isActive(job) ? (steps === undefined ? (job.progress ?? null) : stepsProgress(steps)) : null,
    created_at: time(job.createdAt),
    started_at: timeOrNull(job.startedAt),
    completed_at: timeOrNull(job.completedAt),
    expires_at: timeOrNull(job.expiresAt),
    ...(await downloadView(job, download, objects, now)),
    output: output === undefined ? null : outputView(output),
    report: job.report === undefined ? null : reportView.parse(job.report),
    ...deliveryView(job),
    error: error === undefined ? null : { ...error, retryable: jobErrors[error.code].retryable },
    attempts: job.attempts,
  };
};
