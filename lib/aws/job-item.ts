import * as z from 'zod';
import { jobStatuses } from '../api/job-statuses.ts';
import { type JobErrorCode, jobErrors } from '../conversions/errors.ts';
import type { Job } from '../jobs/job.ts';
import { type JobStep, lastStep } from '../jobs/job-steps.ts';
import { plans } from '../plans.ts';
import { workerNames } from '../workers.ts';
import type { Item } from './conditional-update.ts';
import { keys } from './table.ts';

const jobTypes = ['conversion', 'extraction'] as const;

const output = z.object({
  objectKey: z.string(),
  filename: z.string(),
  mimeType: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
});

const stepItem = z.object({
  name: z.string().optional(),
  type: z.enum(jobTypes),
  target: z.string(),
  from: z.string().optional(),
  worker: z.enum(workerNames),
  inputs: z.array(z.union([z.object({ file: z.number() }), z.object({ step: z.number() })])),
  isOutput: z.boolean(),
});

const stepResult = z.object({
  attempt: z.number(),
  output,
  report: z.record(z.string(), z.unknown()),
  endedAt: z.number(),
});

const delivery = z.object({
  status: z.enum(['delivered', 'failed']),
  httpStatus: z.number().optional(),
  message: z.string().optional(),
});

const isJobErrorCode = (code: string): code is JobErrorCode => Object.hasOwn(jobErrors, code);

const jobItem = z.object({
  account_id: z.string(),
  job_id: z.string(),
  job_type: z.enum(jobTypes),
  job_status: z.enum(jobStatuses),
  file_id: z.string().optional(),
  filename: z.string().optional(),
  further_file_ids: z.array(z.string()).default([]),
  source_url: z.string().optional(),
  webhook_url: z.string().optional(),
  deliver_to: z.string().optional(),
  delivery: delivery.optional(),
  source_format: z.string().optional(),
  steps: z.array(stepItem).optional(),
  step_options: z.array(z.record(z.string(), z.unknown())).default([]),
  step_results: z.array(stepResult).default([]),
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
  job_output: output.optional(),
  report: z.record(z.string(), z.unknown()).optional(),
  job_error: z
    .object({
      code: z.string().refine(isJobErrorCode),
      message: z.string(),
      step: z.string().optional(),
    })
    .optional(),
});

/** Attributes of a job that may contain a credential or end with it. They are removed when the job ends. */
export const activeAttributes = 'job_options, step_options, source_url, deliver_to, lease_until, lease_owner';

/** Returns true if the client has deleted the job. Its item remains until its results are deleted. */
export const isDeletedJob = (item: Item): boolean => item.deleted_at !== undefined;

const itemWithoutSteps = z.object({
  target: z.string().default(''),
  worker: z.enum(workerNames).default('standard'),
  job_options: z.record(z.string(), z.unknown()).default({}),
});

/** The only step of a job that is deleted, or was stored before every job had steps. */
const onlyStep = (item: unknown, job: z.output<typeof jobItem>): JobStep => {
  const { target, worker, job_options: options } = itemWithoutSteps.parse(item);
  return {
    type: job.job_type,
    target,
    from: job.source_format,
    options,
    worker,
    inputs: [{ file: 0 }, ...job.further_file_ids.map((_, index) => ({ file: index + 1 }))],
    isOutput: false,
  };
};

/** Reads a job item. */
export const toJob = (item: unknown): Job => {
  const job = jobItem.parse(item);
  const options = job.step_options;
  return {
    accountId: job.account_id,
    jobId: job.job_id,
    status: job.job_status,
    fileId: job.file_id,
    filename: job.filename,
    furtherFileIds: job.further_file_ids,
    sourceUrl: job.source_url,
    webhookUrl: job.webhook_url,
    deliverTo: job.deliver_to,
    delivery: job.delivery,
    from: job.source_format,
    steps: {
      list: job.steps?.map((step, index) => ({ ...step, options: options[index] ?? {} })) ?? [
        onlyStep(item, job),
      ],
      done: job.step_results,
    },
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
  job_type: lastStep(job.steps.list).type,
  job_status: job.status,
  file_id: job.fileId,
  filename: job.filename,
  ...(job.furtherFileIds.length === 0 ? {} : { further_file_ids: job.furtherFileIds }),
  source_url: job.sourceUrl,
  webhook_url: job.webhookUrl,
  deliver_to: job.deliverTo,
  source_format: job.from,
  steps: job.steps.list.map(({ options: _, ...step }) => step),
  // Apart, so that the end of the job removes them.
  step_options: job.steps.list.map(({ options }) => options),
  step_results: job.steps.done,
  created_at: job.createdAt,
  attempts: job.attempts,
  max_file_bytes: job.maxFileBytes,
  max_result_bytes: job.maxResultBytes,
});
