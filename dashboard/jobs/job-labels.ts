import type { Job } from '../api/types.ts';
import { formatBytes, formatDuration } from '../text/format.ts';
import { extractLabel, formatLabel } from '../text/format-names.ts';

/** The labels of job states. */
export const stateLabels: Readonly<Record<Job['status'], string>> = {
  queued: 'Queued',
  processing: 'Processing',
  complete: 'Complete',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** Returns whether a job is active. */
export const isActive = ({ status }: Pick<Job, 'status'>): boolean =>
  status === 'queued' || status === 'processing';

/** Returns the formats of a job: PDF to Plain text. */
export const jobTitle = ({ from, to, format }: Pick<Job, 'from' | 'to' | 'format'>): string => {
  const source = from === null ? 'Document' : formatLabel(from);
  return to === undefined
    ? `${source}: ${extractLabel(format ?? 'text')}`
    : `${source} to ${formatLabel(to)}`;
};

/** Returns the known sizes of the document and the result: 1.4 MB → 12 KB. */
export const jobSizes = ({ report, output }: Pick<Job, 'report' | 'output'>): string | undefined => {
  const input = report?.input?.size_bytes;
  const parts = [input, output?.size_bytes].flatMap((bytes) =>
    bytes === undefined ? [] : [formatBytes(bytes)],
  );
  return parts.length === 0 ? undefined : parts.join(' → ');
};

/** Returns the run time of a job so far; `now` is in ms since the epoch. Undefined if it has not started. */
export const jobDuration = (
  job: Pick<Job, 'status' | 'started_at' | 'completed_at'>,
  now: number,
): string | undefined => {
  if (job.started_at === null) return undefined;
  if (job.completed_at === null && !isActive(job)) return undefined;
  const end = job.completed_at === null ? now : Date.parse(job.completed_at);
  return formatDuration(end - Date.parse(job.started_at));
};

/** Returns the progress of a job: 12 of 108 pages. */
export const progressLabel = (progress: Job['progress']): string | undefined => {
  if (progress === null) return undefined;
  const unit = /s$/.test(progress.unit) ? progress.unit : `${progress.unit}s`;
  return progress.total === null
    ? `${progress.done} ${unit}`
    : `${progress.done} of ${progress.total} ${unit}`;
};
