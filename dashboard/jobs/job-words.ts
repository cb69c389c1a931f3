import type { Job } from '../api/types.ts';
import { formatBytes, formatDuration } from '../text/format.ts';
import { extractLabel, formatLabel } from '../text/format-names.ts';

/** What a state is called. */
export const stateLabels: Readonly<Record<Job['status'], string>> = {
  queued: 'Queued',
  processing: 'Processing',
  complete: 'Complete',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** Whether a job may still change. */
export const isActive = ({ status }: Pick<Job, 'status'>): boolean =>
  status === 'queued' || status === 'processing';

/** From what to what: PDF to Plain text. */
export const jobTitle = ({ from, to, format }: Pick<Job, 'from' | 'to' | 'format'>): string => {
  const source = from === null ? 'Document' : formatLabel(from);
  return to === undefined
    ? `${source}: ${extractLabel(format ?? 'text')}`
    : `${source} to ${formatLabel(to)}`;
};

/** Size of the document and of the result, as far as they are known: 1.4 MB → 12 KB. */
export const jobSizes = ({ report, output }: Pick<Job, 'report' | 'output'>): string | undefined => {
  const input = report?.input?.size_bytes;
  const parts = [input, output?.size_bytes].flatMap((bytes) =>
    bytes === undefined ? [] : [formatBytes(bytes)],
  );
  return parts.length === 0 ? undefined : parts.join(' → ');
};

/** How long a job took, or has been running; `now` is in ms since the epoch. Undefined while it waits. */
export const jobDuration = (
  job: Pick<Job, 'status' | 'started_at' | 'completed_at'>,
  now: number,
): string | undefined => {
  if (job.started_at === null) return undefined;
  if (job.completed_at === null && !isActive(job)) return undefined;
  const end = job.completed_at === null ? now : Date.parse(job.completed_at);
  return formatDuration(end - Date.parse(job.started_at));
};

/** How far a job is, in words: 12 of 108 pages. */
export const progressWords = (progress: Job['progress']): string | undefined => {
  if (progress === null) return undefined;
  const unit = /s$/.test(progress.unit) ? progress.unit : `${progress.unit}s`;
  return progress.total === null
    ? `${progress.done} ${unit}`
    : `${progress.done} of ${progress.total} ${unit}`;
};
