import * as z from 'zod';
import { maxFilesOfJob, maxStepsOfJob } from './limits.ts';
import { extractName, fileId, formatName, formFile, options, receiverUrl } from './schemas.ts';

/** Not a default of the schema: generators would make the member required. */
const formatToExtract = extractName
  .optional()
  .describe('What to extract. Default: text')
  .transform((format) => format ?? 'text');

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
        ? `one of ${fields.slice(0, -1).join(', ')} and ${fields.at(-1)} is required`
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
    format: extractName
      .optional()
      .describe('What to extract, instead of `to`. No other step can read the result'),
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
      .describe("Keep this step's result for download. The last step's result is always kept"),
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
      .refine((ids) => new Set(ids).size === ids.length, 'must not contain the same file twice')
      .optional()
      .describe(
        'Alternative to file_id: files of one format to combine into one result, in this order; with steps, files of any formats',
      ),
    from: formatName
      .optional()
      .describe(
        'Source format. Default: detected from the bytes (from the name for an encrypted docx, xlsx or pptx, and between formats of text such as csv and Markdown)',
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
