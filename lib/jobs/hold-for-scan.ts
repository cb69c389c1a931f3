import { fileObjectKey } from '../files/file.ts';
import type { Effects } from './effects.ts';
import type { Job, JobError, JobMessage } from './job.ts';
import { currentStep, filesOf, isCurrent } from './job-steps.ts';
import type { JobStore } from './job-store.ts';
import { maxScanSeconds } from './job-times.ts';
import type { ScanResult } from './scan-tag.ts';

const errors = {
  infected: {
    code: 'malware_found',
    message: 'The malware scan found a threat in the uploaded file. The file is blocked.',
  },
  unsupported: {
    code: 'unsupported_content',
    message:
      'The uploaded file cannot be scanned for malware, because it is encrypted or nested too deeply. Remove its password and upload it again.',
  },
  failed: {
    code: 'internal_error',
    message: 'The malware scan of the uploaded file failed. Upload it again.',
  },
  pending: {
    code: 'internal_error',
    message: `The malware scan of the uploaded file did not end within ${maxScanSeconds / 60} minutes. Submit the job again.`,
  },
} as const satisfies Record<Exclude<ScanResult, 'clean'>, JobError>;

/** Returns why a job cannot run; undefined if its files are clean, or may be. */
const errorOf = (results: readonly ScanResult[], ageMs: number): JobError | undefined => {
  const found = (['infected', 'unsupported', 'failed'] as const).find((result) => results.includes(result));
  if (found !== undefined) return errors[found];
  return results.includes('pending') && ageMs > maxScanSeconds * 1000 ? errors.pending : undefined;
};

/** Seconds until the next look at the tags: most scans end within seconds, and a late one costs few messages. */
const pauseSeconds = (ageMs: number): number => Math.round(Math.min(60, Math.max(2, ageMs / 4000)));

/**
 * Holds a job that no worker has claimed until all its files have been scanned for malware: it stays queued, and its message is sent
 * again. Fails it if a file is infected or cannot be scanned. Returns undefined if the job may run.
 */
export const holdForScan = async (
  message: JobMessage,
  scanResult: NonNullable<Effects['scanResult']>,
  store: Pick<JobStore, 'get' | 'end'>,
  { clock, send }: Pick<Effects, 'clock' | 'send'>,
): Promise<'ended' | 'waiting' | undefined> => {
  const job: Job | undefined = await store.get(message.accountId, message.jobId);
  // The files of a job that was claimed before were clean.
  if (job?.status !== 'queued' || job.attempts > 0 || !isCurrent(message, job)) return undefined;
  const results = await Promise.all(filesOf(job).map((id) => scanResult(fileObjectKey(job.accountId, id))));
  const now = clock();
  const ageMs = now - job.createdAt;
  const error = errorOf(results, ageMs);
  if (error !== undefined) {
    await store.end(job, { status: 'failed', error }, { lease: undefined, report: undefined, now });
    return 'ended';
  }
  if (!results.includes('pending')) return undefined;
  await send(message, currentStep(job).worker, pauseSeconds(ageMs));
  return 'waiting';
};
