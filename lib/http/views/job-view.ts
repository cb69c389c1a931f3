import { signedUrlSeconds } from '../../api/limits.ts';
import { jobReport } from '../../api/schemas.ts';
import { jobErrors } from '../../errors.ts';
import type { Downloads } from '../../files/objects.ts';
import { signedSeconds } from '../../files/sign-download.ts';
import { isActive, type Job, type JobOutput } from '../../jobs/job.ts';

/** The report with its members in the order of the contract. */
const reportView = jobReport.partial();

const time = (ms: number): string => new Date(ms).toISOString();
const timeOrNull = (ms: number | undefined): string | null => (ms === undefined ? null : time(ms));

/** Whether the result of a complete job has not expired. */
export const isResultAlive = (job: Job, now: number): boolean =>
  job.expiresAt === undefined || job.expiresAt > now;

/** Signs a URL of a result for at most an hour, and never beyond the expiry of the result. */
export const signResult = (job: Job, output: JobOutput, objects: Downloads, now: number): Promise<string> => {
  const seconds = job.expiresAt === undefined ? signedUrlSeconds : signedSeconds(job.expiresAt, now);
  return objects.signDownload(output.objectKey, { filename: output.filename, seconds });
};

/** The body of `GET /job/{id}`, with a newly signed URL of the result. `now` is in ms since the epoch. */
export const jobView = async (job: Job, objects: Downloads, now: number) => {
  const { output, error } = job;
  const downloadable = job.status === 'complete' && output !== undefined && isResultAlive(job, now);
  return {
    job_id: job.jobId,
    type: job.type,
    status: job.status,
    file_id: job.fileId ?? null,
    from: job.from ?? null,
    ...(job.type === 'conversion' ? { to: job.target } : { format: job.target }),
    progress: isActive(job) ? (job.progress ?? null) : null,
    created_at: time(job.createdAt),
    started_at: timeOrNull(job.startedAt),
    completed_at: timeOrNull(job.completedAt),
    expires_at: timeOrNull(job.expiresAt),
    ...(downloadable ? { output_url: await signResult(job, output, objects, now) } : {}),
    output:
      output === undefined
        ? null
        : {
            filename: output.filename,
            mime_type: output.mimeType,
            size_bytes: output.sizeBytes,
            sha256: output.sha256,
          },
    report: job.report === undefined ? null : reportView.parse(job.report),
    error: error === undefined ? null : { ...error, retryable: jobErrors[error.code].retryable },
    attempts: job.attempts,
  };
};
