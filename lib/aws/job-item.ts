import * as z from 'zod';
import { jobStatuses } from '../api/job-statuses.ts';
import { type JobErrorCode, jobErrors } from '../conversions/errors.ts';
import { type Job, type JobOutput, resultObjectKey } from '../jobs/job.ts';
import { lastStep } from '../jobs/job-steps.ts';
import { plans } from '../plans.ts';
import { workerNames } from '../workers.ts';
import { itemForm } from './item-form.ts';
import { migrateItem } from './item-version.ts';
import { accountOfPartition, type Item, idOfKey, keys } from './table.ts';

const jobTypes = ['conversion', 'extraction'] as const;

/** The object key was stored before it was derived from the attempt. */
const output = z.object({
  objectKey: z.string().optional(),
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

type StoredOutput = z.output<typeof output>;

/** The output of an attempt as it is stored. */
export const fromOutput = ({ objectKey: _, ...stored }: JobOutput): StoredOutput => stored;

const toOutput = (
  { objectKey, ...stored }: StoredOutput,
  { accountId, jobId }: Pick<Job, 'accountId' | 'jobId'>,
  attempt: number,
): JobOutput => ({ objectKey: objectKey ?? resultObjectKey(accountId, jobId, attempt), ...stored });

/** The report of a job as it is stored, without what its output repeats. */
export const fromReport = (report: Job['report'], output: JobOutput | undefined): Item => {
  const { output: reported, ...rest } = report ?? {};
  return output === undefined || reported === undefined ? { ...report } : rest;
};

const withOutput = (report: Item, output: StoredOutput | undefined): Item =>
  output === undefined || 'output' in report
    ? report
    : { ...report, output: { size_bytes: output.sizeBytes, sha256: output.sha256 } };

/** Whether an error code is known to this version. */
const isJobErrorCode = (code: string): code is JobErrorCode => Object.hasOwn(jobErrors, code);

/** The code of an error. A newer version may have stored another one. */
export const jobErrorCode = z
  .string()
  .transform((code): JobErrorCode => (isJobErrorCode(code) ? code : 'internal_error'));

const form = itemForm({
  accountId: ['account_id', z.string()],
  jobId: ['job_id', z.string()],
  keyId: ['key_id', z.string().optional()],
  keyLastFour: ['key_last_four', z.string().optional()],
  requestId: ['request_id', z.string().optional()],
  status: ['job_status', z.enum(jobStatuses)],
  fileId: ['file_id', z.string().optional()],
  filename: ['filename', z.string().optional()],
  furtherFileIds: ['further_file_ids', z.array(z.string()).default([])],
  sourceUrl: ['source_url', z.string().optional()],
  webhookUrl: ['webhook_url', z.string().optional()],
  deliverTo: ['deliver_to', z.string().optional()],
  delivery: ['delivery', delivery.optional()],
  from: ['source_format', z.string().optional()],
  createdAt: ['created_at', z.number()],
  startedAt: ['started_at', z.number().optional()],
  completedAt: ['completed_at', z.number().optional()],
  expiresAt: ['expires_at', z.number().optional()],
  attempts: ['attempts', z.number()],
  leaseUntil: ['lease_until', z.number().optional()],
  claimedAt: ['claimed_at', z.number().optional()],
  workedMs: ['worked_ms', z.number().default(0)],
  maxFileBytes: ['max_file_bytes', z.number().default(plans.free.maxFileBytes)],
  maxResultBytes: ['max_result_bytes', z.number().default(plans.free.maxResultBytes)],
  move: [
    'move',
    z.object({ step: z.number(), attempt: z.number(), at: z.number(), engine: z.string() }).optional(),
  ],
  recognition: [
    'recognition',
    z
      .object({
        step: z.number(),
        attempt: z.number(),
        startedAt: z.number(),
        source: z.object({ filename: z.string(), from: z.string() }).optional(),
      })
      .optional(),
  ],
  openParts: ['open_parts', z.number().optional()],
  progress: [
    'progress',
    z.object({ done: z.number(), total: z.number().nullable(), unit: z.string() }).optional(),
  ],
  report: ['report', z.record(z.string(), z.unknown()).optional()],
  error: [
    'job_error',
    z
      .object({
        code: jobErrorCode,
        message: z.string(),
        step: z.string().optional(),
      })
      .optional(),
  ],
});

/**
 * Attributes that only an active job needs, some of which may contain a credential. They are removed when the job ends, so that
 * the items of most jobs stay below 1 KB, above which each write costs twice as much.
 */
export const activeAttributes = [
  'job_options',
  'step_options',
  'source_url',
  'deliver_to',
  'lease_until',
  'lease_owner',
  'claimed_at',
  'max_file_bytes',
  'max_result_bytes',
] as const;

/** Returns true if the client has deleted the job. Its item remains until its results are deleted. */
export const isDeletedJob = (item: Item): boolean => item.deleted_at !== undefined;

const keyItem = z.object({ pk: z.string().optional(), sk: z.string().optional() });

const storedItem = z.object({
  job_output: output.optional(),
  steps: z.array(stepItem).optional(),
  step_options: z.array(z.record(z.string(), z.unknown())).default([]),
  step_results: z.array(stepResult).default([]),
});

const itemOfVersion0 = z.object({
  job_type: z.enum(jobTypes),
  target: z.string().default(''),
  source_format: z.string().optional(),
  further_file_ids: z.array(z.string()).default([]),
  worker: z.enum(workerNames).default('standard'),
  job_options: z.record(z.string(), z.unknown()).default({}),
});

/** Before version 1, a job had one conversion, whose attributes were those of the item. */
const withSteps = (item: Item): Item => {
  if (item.steps !== undefined) return item;
  const { job_type: type, target, source_format: from, worker, ...stored } = itemOfVersion0.parse(item);
  const inputs = [{ file: 0 }, ...stored.further_file_ids.map((_, index) => ({ file: index + 1 }))];
  return {
    ...item,
    steps: [{ type, target, from, worker, inputs, isOutput: false }],
    step_options: [stored.job_options],
  };
};

/** A step of a deleted job, whose own steps have been removed. */
const deletedStep = {
  type: 'conversion',
  target: '',
  worker: 'standard',
  inputs: [],
  isOutput: false,
} as const;

/** Reads a job item. */
export const toJob = (given: unknown): Job => {
  const item = migrateItem(Object(given), { 0: withSteps });
  const { pk = '', sk = '' } = keyItem.parse(item);
  const attributes = form.read({ account_id: accountOfPartition(pk), job_id: idOfKey(sk), ...item });
  const stored = storedItem.parse(item);
  const { steps = [deletedStep], step_options: options } = stored;
  const list = steps.map((step, index) => ({ ...step, options: options[index] ?? {} }));
  const done = stored.step_results.map((result) => ({
    ...result,
    output: toOutput(result.output, attributes, result.attempt),
  }));
  const job = {
    ...attributes,
    output: stored.job_output && toOutput(stored.job_output, attributes, attributes.attempts),
    report: attributes.report && withOutput(attributes.report, stored.job_output),
  };
  return { ...job, steps: { list, done } };
};

/** What a newer version may store otherwise, and the closest value that this version can show. */
const shownItem = z.looseObject({
  job_status: z.enum(jobStatuses).catch('processing'),
  delivery: delivery.optional().catch(undefined),
  steps: z
    .array(
      z.looseObject({
        type: stepItem.shape.type.catch('conversion'),
        worker: stepItem.shape.worker.catch('standard'),
        inputs: stepItem.shape.inputs.catch([]),
      }),
    )
    .optional(),
});

/**
 * Reads a job item for a response. While a deployment runs, newer functions may have stored values that this one does not know; those
 * that act on a job must fail then, and are retried, but a client sees the job.
 */
export const toShownJob = (item: unknown): Job => toJob(shownItem.parse(item));

/** The attributes of a job's item, except those of earlier attempts. */
export const fromJob = ({
  accountId,
  jobId,
  furtherFileIds,
  workedMs: _,
  output,
  report,
  ...job
}: Job): Item => ({
  ...keys.job(accountId, jobId),
  ...form.write({
    ...job,
    ...(furtherFileIds.length === 0 ? {} : { furtherFileIds }),
    report: report && fromReport(report, output),
  }),
  job_output: output && fromOutput(output),
  job_type: lastStep(job.steps.list).type,
  steps: job.steps.list.map(({ options: _, ...step }) => step),
  // Apart, so that the end of the job removes them.
  step_options: job.steps.list.map(({ options }) => options),
  ...(job.steps.done.length === 0 ? {} : { step_results: job.steps.done }),
});
