import * as z from 'zod';
import { type JobErrorCode, jobErrors } from '../errors.ts';
import type { Job } from '../jobs/job.ts';
import { plans } from '../plans.ts';
import type { Item } from './conditional-update.ts';
import { keys } from './table.ts';

const isJobErrorCode = (code: string): code is JobErrorCode => Object.hasOwn(jobErrors, code);

const jobItem = z.object({
  account_id: z.string(),
  job_id: z.string(),
  job_type: z.enum(['conversion', 'extraction']),
  job_status: z.enum(['queued', 'processing', 'complete', 'failed', 'cancelled']),
  file_id: z.string().optional(),
  further_file_ids: z.array(z.string()).default([]),
  source_url: z.string().optional(),
  source_format: z.string().optional(),
  target: z.string(),
  worker: z.enum(['standard', 'browser', 'office']).default('standard'),
  job_options: z.record(z.string(), z.unknown()).default({}),
  created_at: z.number(),
  started_at: z.number().optional(),
  completed_at: z.number().optional(),
  expires_at: z.number().optional(),
  attempts: z.number(),
  lease_until: z.number().optional(),
  claimed_at: z.number().optional(),
  worked_ms: z.number().default(0),
  max_file_bytes: z.number().default(plans.free.maxFileBytes),
  max_result_bytes: z.number().default(plans.free.maxResultBytes),
  progress: z.object({ done: z.number(), total: z.number().nullable(), unit: z.string() }).optional(),
  job_output: z
    .object({
      objectKey: z.string(),
      filename: z.string(),
      mimeType: z.string(),
      sizeBytes: z.number(),
      sha256: z.string(),
    })
    .optional(),
  report: z.record(z.string(), z.unknown()).optional(),
  job_error: z.object({ code: z.string().refine(isJobErrorCode), message: z.string() }).optional(),
});

/** Whether the client has deleted the job. Its item remains until its results are deleted. */
export const isDeletedJob = (item: Item): boolean => item.deleted_at !== undefined;

/** Reads a job item. */
export const toJob = (item: unknown): Job => {
  const job = jobItem.parse(item);
  return {
    accountId: job.account_id,
    jobId: job.job_id,
    type: job.job_type,
    status: job.job_status,
    fileId: job.file_id,
    furtherFileIds: job.further_file_ids,
    sourceUrl: job.source_url,
    from: job.source_format,
    target: job.target,
    worker: job.worker,
    options: job.job_options,
    createdAt: job.created_at,
    startedAt: job.started_at,
    completedAt: job.completed_at,
    expiresAt: job.expires_at,
    attempts: job.attempts,
    leaseUntil: job.lease_until,
    claimedAt: job.claimed_at,
    workedMs: job.worked_ms,
    maxFileBytes: job.max_file_bytes,
    maxResultBytes: job.max_result_bytes,
    progress: job.progress,
    output: job.job_output,
    report: job.report,
    error: job.job_error,
  };
};

/** The attributes of a new job's item. */
export const fromNewJob = (job: Job): Readonly<Record<string, unknown>> => ({
  ...keys.job(job.accountId, job.jobId),
  account_id: job.accountId,
  job_id: job.jobId,
  job_type: job.type,
  job_status: job.status,
  file_id: job.fileId,
  ...(job.furtherFileIds.length === 0 ? {} : { further_file_ids: job.furtherFileIds }),
  source_url: job.sourceUrl,
  source_format: job.from,
  target: job.target,
  worker: job.worker,
  job_options: job.options,
  created_at: job.createdAt,
  attempts: job.attempts,
  max_file_bytes: job.maxFileBytes,
  max_result_bytes: job.maxResultBytes,
});
