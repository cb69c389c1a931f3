import * as z from 'zod';
import { fileSizeWords, largestFileBytes } from '../plans.ts';
import { exampleFileId, exampleJobId } from './example-ids.ts';
import { defaultPageItems, maxFilesOfJob, maxStepsOfJob, maxWaitSeconds, tokenSeconds } from './limits.ts';

/** Describes a query parameter as the integer that its text is. */
const integerParameter =
  (bounds: { readonly minimum: number; readonly maximum: number; readonly default?: number }) =>
  ({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void => {
    delete jsonSchema.pattern;
    Object.assign(jsonSchema, { type: 'integer', ...bounds });
  };

/** A point in time, as every response writes it. */
export const timestamp = z.iso
  .datetime({ precision: 3 })
  .describe('ISO 8601, UTC, milliseconds')
  .meta({ example: '2026-11-20T09:12:00.000Z' });
const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in 64 lowercase hexadecimal digits')
  .describe('SHA-256, lowercase hexadecimal');
/** The id of a file. */
export const fileId = z.string().describe('The id that the upload returned').meta({ example: exampleFileId });
/** The id of a job. */
export const jobId = z.string().describe('The id of the job').meta({ example: exampleJobId });

/** Header of the calls that count as operations. */
export const idempotencyHeader = z.object({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe(
      'Chosen by the client, such as a random UUID. For 24 hours, the same request with the same key returns the first response again and counts once, so a request can be sent again after a timeout. A refused request is not recorded',
    ),
});

/** A document format. Its names are data of the conversions, so only the OpenAPI document lists them. */
export const formatName = z
  .string()
  .meta({ id: 'FormatName', description: 'A format, by its name or an alias. Responses contain the name' });

/** What to extract; listed as the formats are. */
export const extractName = z
  .string()
  .meta({ id: 'ExtractFormat', description: 'What to extract; GET /formats lists what each format offers' });

/** The error of a request; listed as the formats are. */
export const errorCode = z.string().meta({ id: 'ErrorCode', description: 'The error code of a response' });

/** The error of a failed job; listed as the formats are. */
export const jobErrorCode = z.string().meta({ id: 'JobErrorCode', description: 'Why a job failed' });

/** Not a default of the schema: generators would make the member required. */
const formatToExtract = extractName
  .optional()
  .describe('What to extract. Default: text')
  .transform((format) => format ?? 'text');

const options = z
  .record(z.string(), z.unknown())
  .describe('Options of this conversion; GET /formats lists them. An unknown option is rejected');

/** Body of `POST /authorize` in JSON. */
export const authorizeBody = z
  .strictObject({ api_key: z.string().describe('The API key: df_live_ and 32 characters') })
  .meta({ id: 'AuthorizeRequest' });

/** Body of `POST /authorize` as an OAuth 2 client sends it (RFC 6749, 4.4.2). Further parameters are ignored. */
export const authorizeForm = z
  .object({
    grant_type: z.string().describe('The value client_credentials'),
    client_secret: z.string().describe('The API key'),
  })
  .meta({ id: 'AuthorizeForm' });

/** Response of `POST /authorize`. */
export const accessToken = z
  .object({
    access_token: z.string().describe('Opaque bearer token'),
    token_type: z.literal('bearer'),
    expires_in: z.literal(tokenSeconds).describe('Seconds of validity'),
  })
  .meta({ id: 'AccessToken' });

const formFile = z.string().meta({ format: 'binary' }).describe(`The file, of at most ${fileSizeWords}`);

/** Body of `POST /upload`, only for the OpenAPI document: multipart is parsed by RFC 7578. */
export const uploadForm = z.object({ file: formFile }).meta({ id: 'UploadForm' });

/** Response of `POST /upload`. */
export const uploadedFile = z
  .object({
    file_id: fileId,
    file_url: z.url().describe('Signed URL of the file, valid for an hour at most'),
    filename: z.string(),
    size_bytes: z.int().min(1).max(largestFileBytes),
    mime_type: z.string().describe('Detected from the bytes, not from the name'),
    created_at: timestamp,
    expires_at: timestamp.describe('When the file is deleted'),
  })
  .meta({ id: 'UploadedFile' });

/** Body of `POST /uploads`. */
export const presignedUploadBody = z
  .strictObject({
    filename: z.string().min(1).max(1024),
    size_bytes: z
      .int()
      .min(1, 'must be at least 1')
      .describe(`Size of the file in bytes, at most ${fileSizeWords}; a larger upload is rejected`),
    sha256: sha256.optional().describe('SHA-256 of the file; an upload with a different hash is rejected'),
  })
  .meta({ id: 'CreateUploadRequest' });

/** Response of `POST /uploads`. */
export const presignedUpload = z
  .object({
    file_id: fileId,
    upload: z
      .object({
        url: z.url().describe('Where to POST the form'),
        fields: z.record(z.string(), z.string()).describe('Form fields to send before the file part'),
        expires_at: timestamp.describe('When the form stops being accepted'),
      })
      .meta({ id: 'PresignedForm' }),
  })
  .meta({ id: 'PresignedUpload' });

const source = {
  file_id: fileId.optional(),
  file_url: z
    .string()
    .max(16_384, 'must be at most 16384 characters')
    .pipe(z.url({ protocol: /^(?:https?|s3)$/, error: 'must be an http or https URL' }))
    .optional()
    .describe(
      'Alternative to file_id: the file_url of an upload, a public http or https URL, or an s3://bucket/key that the operator of the service allows',
    ),
};

const dryRunField = z
  .boolean()
  .optional()
  .describe(
    'Checks the request and responds with what it would do. Creates, counts and stores nothing; an Idempotency-Key is ignored',
  );

const dryRunInForm = z
  .enum(['true', 'false'])
  .optional()
  .describe('As in JSON. The file is not stored')
  .transform((text) => text === 'true');

/** The URL of a receiver of webhooks. */
export const receiverUrl = z
  .string()
  .max(2048, 'must be at most 2048 characters')
  .pipe(z.url({ protocol: /^https?$/, error: 'must be an https URL' }));

const webhookUrl = receiverUrl
  .optional()
  .describe(
    'An https URL that receives a webhook when the job ends, signed with the secret of POST /webhooks/secret. Endpoints of POST /webhooks receive theirs regardless',
  );

const deliverTo = z
  .string()
  .max(16_384, 'must be at most 16384 characters')
  .pipe(z.url({ protocol: /^(?:https?|s3)$/, error: 'must be an https URL' }))
  .optional()
  .describe(
    'A presigned https URL, or an s3://bucket/key that the operator of the service allows, to which the result is sent by PUT before the job ends, with its media type as Content-Type. Tried three times; a failure is reported in `delivery` of the job, whose result is stored regardless',
  );

/** Rejects a body unless it has exactly one of the fields that identify a document. */
const requireOneOf =
  <Field extends string>(...fields: readonly Field[]) =>
  (body: Readonly<Partial<Record<Field, unknown>>>, context: z.RefinementCtx): void => {
    const sent = fields.filter((field) => body[field] !== undefined);
    if (sent.length === 1) return;
    const message =
      sent.length === 0
        ? `one of ${fields.join(', ')} is required`
        : `cannot be combined with ${sent.slice(0, -1).join(' and ')}; send only one of ${fields.join(', ')}`;
    context.addIssue({ code: 'custom', path: sent.slice(-1), message, input: body });
  };

const stepName = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]{0,31}$/,
    'must be 1 to 32 lowercase letters, digits, hyphens and underscores, and start with a letter',
  )
  .refine(
    (name) => name !== 'source' && !name.startsWith('file_'),
    'must not be "source" or start with "file_"',
  )
  .meta({ example: 'cover' });

/** A step of `POST /convert`. */
const conversionStep = z
  .strictObject({
    name: stepName.optional().describe('Default: step_1 for the first, and so on'),
    to: formatName.optional(),
    format: extractName.optional().describe('In place of `to`: what to extract. No other step can read it'),
    options: options.optional(),
    inputs: z
      .array(z.string())
      .min(1)
      .max(maxFilesOfJob)
      .optional()
      .describe(
        'Names of earlier steps, ids in file_ids, and `source` for all files of the request; several are combined into one result. Default: the step before, or the source for the first',
      ),
    output: z
      .boolean()
      .optional()
      .describe('Keeps the result of the step with that of the job. That of the last step always is'),
  })
  .superRefine(requireOneOf('to', 'format'))
  .meta({ id: 'ConversionStep', description: 'Exactly one of to and format is required' });

const conversionSteps = z.array(conversionStep).min(1).max(maxStepsOfJob).optional();

/** Rejects options next to steps, which have their own. */
const rejectOptionsOfSteps = (
  body: { readonly steps?: unknown; readonly options?: unknown },
  context: z.RefinementCtx,
): void => {
  if (body.steps === undefined || body.options === undefined) return;
  const message = 'cannot be combined with steps; send the options of each step in it';
  context.addIssue({ code: 'custom', path: ['options'], message, input: body });
};

/** Body of `POST /convert`. */
export const convertBody = z
  .strictObject({
    ...source,
    file_ids: z
      .array(fileId)
      .min(1)
      .max(maxFilesOfJob)
      .refine((ids) => new Set(ids).size === ids.length, 'contains the same file twice')
      .optional()
      .describe(
        'Alternative to file_id: files of one format to combine into one result, in this order; with steps, files of any formats',
      ),
    from: formatName
      .optional()
      .describe(
        'Source format. Default: detected from the bytes (from the name for an encrypted docx, xlsx or pptx)',
      ),
    to: formatName.optional(),
    options: options.optional(),
    steps: conversionSteps.describe(
      'In place of `to`: conversions and extractions that follow each other. Each counts as an operation',
    ),
    dry_run: dryRunField,
    webhook_url: webhookUrl,
    deliver_to: deliverTo,
  })
  .superRefine(requireOneOf('file_id', 'file_ids', 'file_url'))
  .superRefine(requireOneOf('to', 'steps'))
  .superRefine(rejectOptionsOfSteps)
  .meta({
    id: 'ConvertRequest',
    description: 'Exactly one of file_id, file_ids and file_url, and one of to and steps, is required',
  });

/** Body of `POST /extract`. */
export const extractBody = z
  .strictObject({
    ...source,
    format: formatToExtract,
    options: options.optional(),
    dry_run: dryRunField,
    webhook_url: webhookUrl,
    deliver_to: deliverTo,
  })
  .superRefine(requireOneOf('file_id', 'file_url'))
  .meta({ id: 'ExtractRequest', description: 'Exactly one of file_id and file_url is required' });

const optionsInForm = options.optional().meta({
  override: { type: 'string', contentMediaType: 'application/json' },
  description: 'Options of this conversion, as a JSON object',
});

/** Fields of `POST /convert` with a file in its body. Further fields are ignored. */
export const convertForm = z
  .object({
    file: formFile.optional(),
    to: formatName.optional(),
    from: formatName.optional().describe('Source format. Default: detected from the bytes'),
    options: optionsInForm,
    steps: conversionSteps.meta({
      override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void => {
        for (const keyword of ['items', 'minItems', 'maxItems']) delete jsonSchema[keyword];
        Object.assign(jsonSchema, { type: 'string', contentMediaType: 'application/json' });
      },
      description: 'As in JSON, as a JSON array. The only file is `source`',
    }),
    dry_run: dryRunInForm,
    webhook_url: webhookUrl,
    deliver_to: deliverTo,
  })
  .superRefine(requireOneOf('to', 'steps'))
  .superRefine(rejectOptionsOfSteps)
  .meta({
    id: 'ConvertForm',
    description: 'The file part is required, and exactly one of to and steps',
  });

/** Fields of `POST /extract` with a file in its body. Further fields are ignored. */
export const extractForm = z
  .object({
    file: formFile.optional(),
    format: formatToExtract,
    options: optionsInForm,
    dry_run: dryRunInForm,
    webhook_url: webhookUrl,
    deliver_to: deliverTo,
  })
  .meta({ id: 'ExtractForm', description: 'The file part is required' });

/** Header of the calls that can wait for a job. */
export const preferHeader = z.object({
  Prefer: z
    .string()
    .optional()
    .describe(`\`wait=N\`: wait up to N seconds, at most ${maxWaitSeconds}, for the job to end (RFC 7240)`)
    .meta({ example: 'wait=25' }),
});

/** Header of the calls that read event streams. */
export const eventHeader = z.object({
  'Last-Event-ID': z
    .string()
    .optional()
    .describe('With Accept: text/event-stream: the id of the last event that the client received')
    .meta({ example: 'processing-3' }),
});

/** Response of `POST /convert` and `POST /extract`. */
export const acceptedJob = z
  .object({ job_id: jobId, status: z.literal('queued') })
  .meta({ id: 'AcceptedJob' });

const jobType = z.enum(['conversion', 'extraction']).meta({ id: 'JobType', description: 'What a job does' });

const jobStatus = z.enum(['queued', 'processing', 'complete', 'failed', 'cancelled']).meta({
  id: 'JobStatus',
  description: 'The state of a job. complete, failed and cancelled are terminal and never change',
});

/** Query of `GET /job/{id}`. */
export const jobQuery = z.strictObject({
  wait: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a whole number of seconds')
    .optional()
    .meta({
      override: integerParameter({ minimum: 0, maximum: 9999 }),
      description: `Seconds to wait for the job to end. More than ${maxWaitSeconds} counts as ${maxWaitSeconds}. Also as header Prefer: wait=N`,
      example: 25,
    }),
});

/** Query of `GET /job/{id}/result`. */
export const resultQuery = z.strictObject({
  step: z
    .string()
    .max(40)
    .optional()
    .describe('The name of a step whose result is kept. Default: the result of the job')
    .meta({ example: 'cover' }),
});

/** How the document was processed. */
export const jobReport = z.object({
  engine: z.string().describe('The engine that produced the result'),
  version: z.string().describe('The version of the engine'),
  tried: z
    .array(z.object({ engine: z.string(), outcome: z.string() }))
    .describe('Each engine that was tried, in order, with its outcome'),
  pages: z.int().nullable(),
  ocr_pages: z.int().describe('Pages read by OCR'),
  fonts_substituted: z.array(z.string()),
  warnings: z.array(z.string()),
  input: z.object({ size_bytes: z.int(), sha256 }),
  output: z.object({ size_bytes: z.int(), sha256 }).nullable(),
  timings_ms: z
    .object({
      queued: z.int(),
      download: z.int(),
      engine: z.int(),
      store: z.int(),
      deliver: z.int().optional().describe('Of a request with `deliver_to`'),
    })
    .describe('Milliseconds in each phase'),
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
      .describe('Format of its inputs; null if only reading the public URL decides it'),
    to: formatName.optional().describe('Target format of a conversion'),
    format: extractName.optional().describe('Extract format of an extraction'),
    status: jobStatus.describe('As of a job; a step that the job did not reach is cancelled with it'),
    progress: jobProgress.nullable().describe('Progress of the current step'),
    output_url: z.url().optional().describe('As of a job, of the last step and of those with `output`'),
    output: jobOutput.nullable().describe('The result, of the same steps'),
    report: reportOfJob.nullable(),
  })
  .meta({ id: 'JobStep' });

/** Response of `GET /job/{id}`. */
export const job = z
  .object({
    job_id: jobId,
    type: jobType,
    status: jobStatus,
    file_id: fileId.nullable().describe('null if the source is a public URL'),
    from: formatName
      .nullable()
      .describe('Source format; null until the job starts if the request omitted it'),
    to: formatName.optional().describe('Target format of a conversion'),
    format: extractName.optional().describe('Extract format of an extraction'),
    steps: z
      .array(jobStep)
      .optional()
      .describe('Of a job with steps, whose type, to, format, output and report are those of the last one'),
    progress: jobProgress
      .nullable()
      .describe('Progress of the job, in steps if it has several; total is null if it is unknown'),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
    expires_at: timestamp.nullable().describe('When the result is deleted'),
    output_url: z
      .url()
      .optional()
      .describe('Signed URL of the result, new with each read; only of a complete job'),
    output: jobOutput.nullable().describe('The result; null until the job is complete'),
    report: reportOfJob
      .nullable()
      .describe('How the document was processed; null until a worker has reported'),
    delivery: z
      .object({
        status: z.enum(['pending', 'delivered', 'failed']),
        http_status: z.int().optional().describe('The status of the last response of the target'),
        message: z.string().optional().describe('Why it failed and what to do'),
      })
      .meta({ id: 'JobDelivery' })
      .optional()
      .describe('Of a request with `deliver_to`, unless the job failed or was cancelled'),
    error: z
      .object({
        code: jobErrorCode,
        message: z.string().describe('What is wrong with the document and what to do'),
        step: z.string().optional().describe('The step that failed, of a job with steps'),
        retryable: z.boolean().describe('Whether the same request can succeed later'),
      })
      .meta({ id: 'JobError' })
      .nullable()
      .describe('Why the job failed; null unless it has'),
    attempts: z.int().describe('Number of times a worker has claimed the job'),
  })
  .meta({ id: 'Job' });

/** How a conversion or extraction would be done. */
const dryRoute = {
  engines: z
    .array(z.string())
    .nullable()
    .describe('As in GET /formats, without those that do not accept the options; null as `from`'),
  text_recognition: z
    .enum(['always', 'if_needed', 'never'])
    .nullable()
    .describe(
      'Whether text is recognized (OCR); if_needed: on pages that are images without text; null as `from`',
    ),
};

/** Response of `POST /convert` and `POST /extract` with `dry_run`. */
export const dryRun = z
  .object({
    dry_run: z.literal(true),
    type: jobType,
    from: formatName.nullable().describe('Source format; null if only reading the public URL decides it'),
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
        'Of a request with steps. engines and text_recognition of the request are those of the first',
      ),
    password_needed: z
      .boolean()
      .nullable()
      .describe('Whether a file opens only with a password; null if only reading it decides that'),
    operations: z
      .object({
        counted: z.int().describe('Operations that the request would count'),
        left: z.int().describe('Operations that are left this month'),
        limit: z.int(),
        resets_at: timestamp,
      })
      .meta({ id: 'DryRunOperations' }),
    limit_reached: z
      .enum(['monthly_limit_reached', 'active_jobs_limit_reached', 'engine_time_limit_reached'])
      .nullable()
      .describe('The limit of the plan that would refuse the request now, as the code of a 429 names it'),
  })
  .meta({ id: 'DryRun', description: 'What a request would do' });

const page = {
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, 'must be a whole number from 1 to 100')
    .optional()
    .meta({
      override: integerParameter({ minimum: 1, maximum: 100, default: defaultPageItems }),
      description: 'Maximum number of items',
      example: defaultPageItems,
    }),
  cursor: z
    .string()
    .max(200)
    .optional()
    .describe('next_cursor from the previous page, unchanged')
    .meta({ example: 'am9iXzAxS0FHQlg3TTNONVA5UjJTNFQ2VjhXMFkx' }),
};

const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().describe('Cursor of the next page; null on the last page'),
  });

/** Query of `GET /jobs`. */
export const jobsQuery = z.strictObject({
  ...page,
  status: jobStatus.optional().describe('List only jobs in this state'),
  type: jobType.optional().describe('List only conversions or only extractions'),
  from: formatName.optional().describe('List only jobs of this source format'),
});

/** Response of `GET /jobs`, the newest first. A page can have fewer items than `limit` and a successor. */
export const jobs = pageOf(job).meta({ id: 'JobPage' });

/** Response of `GET /file/{id}`. */
export const file = z
  .object({
    file_id: fileId,
    file_url: z
      .url()
      .optional()
      .describe(
        'Signed URL of the file, new with each read; not of a presigned upload that no job has used yet',
      ),
    filename: z.string(),
    size_bytes: z.int().describe('Of a presigned upload that no job has used yet: the announced size'),
    format: z
      .string()
      .nullable()
      .describe('Detected from the bytes; null until a job has used a presigned upload'),
    mime_type: z.string().nullable(),
    sha256: sha256.nullable(),
    created_at: timestamp,
    expires_at: timestamp.describe('When the file is deleted'),
  })
  .meta({ id: 'File' });

/** Query of `GET /files`. */
export const filesQuery = z.strictObject(page);

/** Response of `GET /files`, the newest first: the files that have not expired. */
export const files = pageOf(file).meta({ id: 'FilePage' });

/** Response of `GET /usage`. */
export const usage = z
  .object({
    plan: z.string(),
    operations: z.object({ used: z.int(), limit: z.int(), resets_at: timestamp }),
    jobs: z.object({ active: z.int(), max: z.int() }),
    keys: z.object({ used: z.int(), max: z.int() }),
    files: z.object({
      max_bytes: z.int().describe('The largest file of the plan, which POST /uploads accepts'),
      max_upload_bytes: z.int().describe('The largest file that POST /upload of this deployment accepts'),
    }),
  })
  .meta({ id: 'Usage' });

const jsonSchema = z
  .record(z.string(), z.unknown())
  .describe('JSON Schema (2020-12) of the options, or a `$ref` to one in option_schemas');

const engines = z
  .array(z.string())
  .describe('Engines in the order in which they are tried; " + " joins the steps of a route');

/** Query of `GET /formats`. */
export const formatsQuery = z.strictObject({
  from: formatName.optional().describe('List only conversions and extractions of this format'),
  options: z
    .enum(['inline', 'reference'])
    .default('inline')
    .describe(
      'Where the schemas of options are: in each conversion and extraction, or once in option_schemas, to which `$ref` points. A third of the size',
    ),
});

/** Response of `GET /formats`. */
export const formats = z
  .object({
    formats: z.array(
      z
        .object({
          name: formatName,
          label: z.string().describe('The name for people'),
          extensions: z
            .array(z.string())
            .describe('Of file names, without the dot; that of a result is the first'),
          media_types: z.array(z.string()),
          aliases: z.array(z.string()).describe('Other names, which requests may contain'),
        })
        .meta({ id: 'Format' }),
    ),
    conversions: z.array(
      z
        .object({
          from: formatName,
          to: formatName,
          engines,
          several_files: z.boolean().describe('Whether file_ids can combine several files into one result'),
          options: jsonSchema,
        })
        .meta({ id: 'Conversion' }),
    ),
    extractions: z.array(
      z
        .object({ from: formatName, format: extractName, engines, options: jsonSchema })
        .meta({ id: 'Extraction' }),
    ),
    option_schemas: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .optional()
      .describe(
        'With options=reference: the schemas of options. Their names can change; follow the references',
      ),
  })
  .meta({ id: 'Formats' });

/** Response of `GET /openapi.json`. */
export const openApiDocument = z
  .object({ openapi: z.string().describe('The OpenAPI version') })
  .meta({ id: 'OpenApiDocument', description: 'An OpenAPI 3.1 document' });

/** Response of `GET /schemas/document-1.json`. */
export const schemaDocument = z
  .object({ $schema: z.string().describe('The dialect of JSON Schema') })
  .meta({ id: 'JsonSchema', description: 'A JSON Schema' });

/** Response of `GET /health`. */
export const health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });

/** Further members of some errors. */
const errorMembers = {
  job_id: jobId.optional().describe('Of job_failed: the id of the job'),
  detected: formatName.optional().describe('Of format_mismatch: the format of the file'),
  supported: z.array(z.string()).optional().describe('Of unsupported_conversion: the supported targets'),
  job_error: jobErrorCode.optional().describe('Of job_failed: why the job failed'),
};

/** Body of every error except the two kinds of 429. */
export const error = z
  .object({
    error: errorCode,
    message: z.string().describe('What failed and what to do'),
    ...errorMembers,
  })
  .meta({ id: 'Error', description: 'Branch on error, not on the message' });

/** Any error as a problem document, for a client that accepts `application/problem+json` (RFC 9457). */
export const problem = z
  .object({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('What failed and what to do'),
    code: z
      .string()
      .describe(
        'The error code. Of a 429: rate_limited, monthly_limit_reached, active_jobs_limit_reached, engine_time_limit_reached or waiting_calls_limit_reached. The members of the JSON form follow',
      )
      .meta({ example: 'monthly_limit_reached' }),
    error: z.string().describe('As in the JSON form'),
    message: z.string().optional().describe('As in the JSON form'),
    statusCode: z.int().optional().describe('As in the JSON form'),
    ...errorMembers,
  })
  .meta({ id: 'Problem', description: 'A problem document (RFC 9457), for a client that accepts one' });

/** Body of a 429 for too many requests. */
export const rateLimitError = z
  .object({
    statusCode: z.literal(429),
    error: z.literal('Too Many Requests'),
    message: z.string().meta({ example: 'Rate limit exceeded, retry in 42 seconds' }),
  })
  .meta({ id: 'RateLimitError', description: 'Too many requests' });

/** Body of a 429 for a limit of the plan. */
export const usageLimitError = z
  .object({
    error: z.string().meta({ example: 'Too many active jobs (3/3). Wait for current jobs to finish.' }),
  })
  .meta({ id: 'UsageLimitError', description: 'A limit of the plan is reached' });
