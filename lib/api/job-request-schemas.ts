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
      'Instead of file_id: the file_url of an upload, a public http or https URL, or an s3://bucket/key that the operator allows',
    ),
};

const dryRunField = z
  .boolean()
  .optional()
  .describe(
    'Checks the request and returns what it would do, without creating, counting or storing anything. Ignores the Idempotency-Key',
  );

const dryRunInForm = z
  .enum(['true', 'false'])
  .optional()
  .describe('Same as in JSON. The file is not stored')
  .transform((text) => text === 'true');

const webhookUrl = receiverUrl
  .optional()
  .describe(
    'An https URL that receives a webhook when this job ends, in addition to the endpoints of POST /webhooks. Signed with the secret of POST /webhooks/secret',
  );

const deliverTo = z
  .string()
  .max(16_384, 'must be at most 16384 characters')
  .pipe(z.url({ protocol: /^(?:https?|s3)$/, error: 'must be an https URL' }))
  .optional()
  .describe(
    'A presigned https URL, or an s3://bucket/key that the operator allows. The service sends the result there by PUT before the job ends, with its media type as Content-Type, in up to three attempts. `delivery` of the job reports a failure; the result is stored either way',
  );

/** Rejects a body unless it has exactly one of these fields. */
export const requireOneOf =
  <Field extends string>(...fields: readonly Field[]) =>
  (body: Readonly<Partial<Record<Field, unknown>>>, context: z.RefinementCtx): void => {
    const sent = fields.filter((field) => body[field] !== undefined);
    if (sent.length === 1) return;
    const message =
      sent.length === 0
        ? `one of ${fields.slice(0, -1).join(', ')} and ${fields.at(-1)} is required`
        : `cannot be combined with ${sent.slice(0, -1).join(' and ')}. Send only one of ${fields.join(', ')}`;
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
    name: stepName.optional().describe('Name of the step. Default: step_1, step_2 and so on'),
    to: formatName.optional(),
    format: extractName
      .optional()
      .describe('What to extract, instead of `to`. Other steps cannot read the result'),
    options: options.optional(),
    inputs: z
      .array(z.string())
      .min(1)
      .max(maxFilesOfJob)
      .optional()
      .describe(
        'Names of earlier steps, ids in file_ids, or `source` for all files of the request. Several inputs are combined into one result. Default: the previous step; for the first step, `source`',
      ),
    output: z
      .boolean()
      .optional()
      .describe("Keeps this step's result for download. The last step's result is always kept"),
  })
  .superRefine(requireOneOf('to', 'format'))
  .meta({ id: 'ConversionStep', description: 'Requires exactly one of to and format' });

const conversionSteps = z.array(conversionStep).min(1).max(maxStepsOfJob).optional();

/** Rejects options next to steps, which have their own. */
const rejectOptionsOfSteps = (
  body: { readonly steps?: unknown; readonly options?: unknown },
  context: z.RefinementCtx,
): void => {
  if (body.steps === undefined || body.options === undefined) return;
  const message = 'cannot be combined with steps. Send options in each step';
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
        'Instead of file_id: files of one format to combine into one result, in this order. With steps, the formats can differ',
      ),
    from: formatName
      .optional()
      .describe(
        'Source format. Default: detected from the content. For encrypted docx, xlsx and pptx files, and for text formats such as CSV and Markdown, the file name decides',
      ),
    to: formatName.optional(),
    options: options.optional(),
    steps: conversionSteps.describe(
      'Instead of `to`: conversions and extractions to run one after the other. Each counts as an operation',
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
    description: 'Requires exactly one of file_id, file_ids and file_url, and exactly one of to and steps',
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
  .meta({ id: 'ExtractRequest', description: 'Requires exactly one of file_id and file_url' });

const optionsInForm = options.optional().meta({
  override: { type: 'string', contentMediaType: 'application/json' },
  description: 'Options of this conversion, as a JSON object',
});

/** Fields of `POST /convert` with a file in its body. Further fields are ignored. */
export const convertForm = z
  .object({
    file: formFile.optional(),
    to: formatName.optional(),
    from: formatName.optional().describe('Source format. Default: detected from the content'),
    options: optionsInForm,
    steps: conversionSteps.meta({
      override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void => {
        for (const keyword of ['items', 'minItems', 'maxItems']) delete jsonSchema[keyword];
        Object.assign(jsonSchema, { type: 'string', contentMediaType: 'application/json' });
      },
      description: 'Same as in JSON, as a JSON array. `source` is the file of the form',
    }),
    dry_run: dryRunInForm,
    webhook_url: webhookUrl,
    deliver_to: deliverTo,
  })
  .superRefine(requireOneOf('to', 'steps'))
  .superRefine(rejectOptionsOfSteps)
  .meta({
    id: 'ConvertForm',
    description: 'Requires the file part, and exactly one of to and steps',
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
  .meta({ id: 'ExtractForm', description: 'Requires the file part' });
