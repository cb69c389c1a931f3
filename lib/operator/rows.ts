import type { ApiKey } from '../accounts/account.ts';
import { maskedKey } from '../accounts/manage-accounts.ts';
import { time, timeOrNull } from '../http/views/time.ts';
import type { Job } from '../jobs/job.ts';
import { lastStep } from '../jobs/job-steps.ts';

/** A key in a list. */
export const keyRow = (key: ApiKey) => ({
  key_id: key.keyId,
  name: key.name,
  key: maskedKey(key),
  created_at: time(key.createdAt),
  last_used_at: timeOrNull(key.lastUsedAt),
  revoked_at: timeOrNull(key.revokedAt),
});

/** A job in a list. */
export const jobRow = (job: Job) => ({
  job_id: job.jobId,
  status: job.status,
  from: job.from ?? null,
  to: lastStep(job.steps.list).target,
  created_at: time(job.createdAt),
  attempts: job.attempts,
  error: job.error?.code ?? null,
});
