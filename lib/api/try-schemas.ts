import * as z from 'zod';
import { byteSize } from '../byte-size.ts';
import { requireOneOf } from './job-request-schemas.ts';
import { job } from './job-schemas.ts';
import { maxTryResultBytes, tryFormats, trySampleNames, trySamples } from './try-samples.ts';

const targets = Object.values(trySamples).map(({ to }) => to);

/** Body of `POST /try`. */
export const tryBody = z
  .strictObject({
    sample: z.enum(trySampleNames).describe('The sample file'),
    to: z
      .enum([...new Set(targets)])
      .optional()
      .describe('Target format of a conversion: docx of scan and paper, xlsx of table, pdf of letter'),
    format: z.enum(tryFormats).optional().describe('What to extract'),
  })
  .superRefine(requireOneOf('to', 'format'))
  .meta({ id: 'TryRequest', description: 'Exactly one of to and format is required' });

/** Response of `POST /try`. */
export const triedJob = job
  .extend({
    result: z
      .string()
      .nullable()
      .describe(
        `The result of an extraction of at most ${byteSize(maxTryResultBytes)}, as text; null for any other, and until the job is complete`,
      ),
  })
  .meta({ id: 'TriedJob', description: 'A job, as of GET /job/{id}, with its result' });
