import * as z from 'zod';
import { jobStatuses } from './job-statuses.ts';
import { maxWaitSeconds } from './limits.ts';
import {
  extractName,
  fileId,
  formatName,
  integerParameter,
  jobErrorCode,
  jobId,
  page,
  pageOf,
  sha256,
  timestamp,
} from './schemas.ts';

/** Header of the calls that read event streams. */
export const eventHeader = z.object({
  'Last-Event-ID': z
    .string()
    .optional()
    .describe('For Accept: text/event-stream: the id of the last event that the client received')
    .meta({ example: 'processing-3' }),
});

/** Response of `POST /convert` and `POST /extract`. */
export const acceptedJob = z
  .object({ job_id: jobId, status: z.literal('queued') })
  .meta({ id: 'AcceptedJob' });

const jobType = z.enum(['conversion', 'extraction']).meta({ id: 'JobType', description: 'Kind of job' });

const jobStatus = z.enum(jobStatuses).meta({
  id: 'JobStatus',
  description: 'Status of a job. complete, failed and cancelled are final',
});

/** Query of `GET /job/{id}`. */
export const jobQuery = z.strictObject({
  wait: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a whole number of seconds')
    .optional()
    .meta({
      override: integerParameter({ minimum: 0, maximum: 9999 }),
      description: `Seconds to wait for the job to end. Values above ${maxWaitSeconds} count as ${maxWaitSeconds}. Equivalent to the header Prefer: wait=N`,
      example: 25,
    }),
});

/** Query of `GET /job/{id}/result`. */
export const resultQuery = z.strictObject({
  step: z
    .string()
    .max(40)
    .optional()
    .describe('Name of a step whose result was kept. Default: the result of the job')
    .meta({ example: 'cover' }),
  ...jobQuery.shape,
});

/** How the document was processed. */
export const jobReport = z.object({
  engine: z.string().describe('Engine that produced the result'),
  version: z.string().describe('Version of the engine'),
  tried: z
    .array(
      z.object({
        engine: z.string(),
        outcome: z.string(),
        options: z
          .array(z.string())
          .optional()
          .describe('For the outcome `passed_over`: options of the request that the engine does not support'),
      }),
    )
    .describe(
      'Engines in the order in which they were tried, with their outcome. Starts with the best engine if options excluded it (`passed_over`)',
    ),
  pages: z.int().nullable(),
  ocr_pages: z.int().describe('Number of pages read by text recognition (OCR)'),
  fonts_substituted: z.array(z.string()),
  warnings: z.array(z.string()),
  input: z.object({ size_bytes: z.int(), sha256 }),
  output: z.object({ size_bytes: z.int(), sha256 }).nullable(),
  timings_ms: z
    .object({
      queued: z.int(),
      recognition: z
        .int()
        .optional()
        .describe('Only if the pages of a scan were recognized in several parts'),
      download: z.int(),
      engine: z.int(),
      store: z.int(),
      deliver: z.int().optional().describe('Only for a request with `deliver_to`'),
    })
    .describe('Duration of each phase in milliseconds'),
});

const jobProgress = z
  .object({ done: z.number(), total: z.number().nullable(), unit: z.string() })
  .meta({ id: 'JobProgress' });

const jobOutput = z
  .object({ filename: z.string(), mime_type: z.string(), size_bytes: z.int(), sha256 })
  .meta({ id: 'JobOutput' });

const reportOfJob = jobReport.partial().meta({ id: 'JobReport' });

/** A step of a job. */
const jobStep = z
  .object({
    name: z.string(),
    from: formatName
      .nullable()
      .describe('Format of the inputs; null until the service has read the public URL'),
    to: formatName.optional().describe('Target format of a conversion'),
    format: extractName.optional().describe('Extract format of an extraction'),
    status: jobStatus.describe(
      'Status of the step. If the job ends early, steps that did not run are cancelled',
    ),
    progress: jobProgress.nullable().describe('Progress of the current step'),
    output_url: z
      .url()
      .optional()
      .describe('Signed URL of the result. Only for the last step and steps with `output`'),
    output: jobOutput.nullable().describe('The result. Only for the last step and steps with `output`'),
    report: reportOfJob.nullable(),
  })
  .meta({ id: 'JobStep' });

/** Response of `GET /job/{id}`. */
export const job = z
  .object({
    job_id: jobId,
    type: jobType,
    status: jobStatus,
    key_id: z.string().optional().describe('API key of the request. Absent for a job of the dashboard'),
    file_id: fileId.nullable().describe('null if the source is a public URL'),
    filename: z
      .string()
      .nullable()
      .describe('Name of the file, or of the first file; null if the source is a public URL'),
    file_ids: z.array(fileId).optional().describe('All files in order, only for a job that combines several'),
    from: formatName
      .nullable()
      .describe('Source format; null until the job starts if the request did not set it'),
    to: formatName.optional().describe('Target format of a conversion'),
    format: extractName.optional().describe('Extract format of an extraction'),
    steps: z
      .array(jobStep)
      .optional()
      .describe(
        'Only for a job with steps. `type`, `to`, `format`, `output` and `report` of the job describe the last step',
      ),
    progress: jobProgress
      .nullable()
      .describe('Progress of the job, counted in steps if it has several. total is null if unknown'),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
    expires_at: timestamp.nullable().describe('When the result is deleted'),
    output_url: z
      .url()
      .optional()
      .describe('Signed URL of the result, new in each response. Only for a complete job'),
    output: jobOutput.nullable().describe('The result; null until the job is complete'),
    report: reportOfJob.nullable().describe('How the document was processed; null until the job has run'),
    delivery: z
      .object({
        status: z.enum(['pending', 'delivered', 'failed']),
        http_status: z.int().optional().describe("HTTP status of the target's last response"),
        message: z.string().optional().describe('Why the delivery failed and what to do'),
      })
      .meta({ id: 'JobDelivery' })
      .optional()
      .describe('Only for a request with `deliver_to`, unless the job failed or was cancelled'),
    error: z
      .object({
        code: jobErrorCode,
        message: z.string().describe('What is wrong with the document and what to do'),
        step: z.string().optional().describe('Name of the step that failed, for a job with steps'),
        retryable: z.boolean().describe('True if the same request can succeed later'),
      })
      .meta({ id: 'JobError' })
      .nullable()
      .describe('Why the job failed; null if it has not failed'),
    attempts: z.int().describe('Number of times that a worker has started the job'),
  })
  .meta({ id: 'Job' });

/** How a conversion or extraction would be done. */
const dryRoute = {
  engines: z
    .array(z.string())
    .nullable()
    .describe(
      'Engines that would run, as in GET /formats, without those that do not support the options; null if `from` is null',
    ),
  text_recognition: z
    .enum(['always', 'if_needed', 'never'])
    .nullable()
    .describe('Text recognition (OCR). if_needed: on scanned pages without text. null if `from` is null'),
};

/** Response of `POST /convert` and `POST /extract` with `dry_run`. */
export const dryRun = z
  .object({
    dry_run: z.literal(true),
    type: jobType,
    from: formatName
      .nullable()
      .describe('Source format; null if the service has to read the public URL first'),
    to: formatName.optional().describe('Target format of a conversion'),
    format: extractName.optional().describe('Extract format of an extraction'),
    ...dryRoute,
    steps: z
      .array(
        z
          .object({
            name: z.string(),
            from: formatName.nullable(),
            to: formatName.optional(),
            format: extractName.optional(),
            ...dryRoute,
          })
          .meta({ id: 'DryRunStep' }),
      )
      .optional()
      .describe(
        'Only for a request with steps. `engines` and `text_recognition` of the request describe the first step',
      ),
    password_needed: z
      .boolean()
      .nullable()
      .describe('True if a file needs a password to open; null if the service has to read it first'),
    operations: z
      .object({
        counted: z.int().describe('Operations that the request would count'),
        left: z.int().describe('Operations left this month'),
        limit: z.int(),
        resets_at: timestamp,
      })
      .meta({ id: 'DryRunOperations' }),
    limit_reached: z
      .enum(['monthly_limit_reached', 'active_jobs_limit_reached', 'engine_time_limit_reached'])
      .nullable()
      .describe('Error code of the plan limit that would reject the request now (429); null if none would'),
  })
  .meta({ id: 'DryRun', description: 'What a request would do' });

/** Query of `GET /jobs`. */
export const jobsQuery = z.strictObject({
  ...page,
  status: jobStatus.optional().describe('List only jobs with this status'),
  type: jobType.optional().describe('List only conversions or only extractions'),
  from: formatName.optional().describe('List only jobs of this source format'),
});

/** Response of `GET /jobs`, the newest first. A page can have fewer items than `limit` and a successor. */
export const jobs = pageOf(job).meta({ id: 'JobPage' });
