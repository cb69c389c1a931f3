import * as z from 'zod';
import { maxWaitSeconds } from './limits.ts';

/** Header of the calls that count as operations. */
export const idempotencyHeader = z.object({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe(
      'Any string, such as a random UUID. For 24 hours, the same request with the same key returns the first response again and counts once, so a request can be sent again after a timeout. A refused request is not recorded',
    ),
});

/** Header of the calls that can wait for a job. */
export const preferHeader = z.object({
  Prefer: z
    .string()
    .optional()
    .describe(`\`wait=N\`: wait up to N seconds, at most ${maxWaitSeconds}, for the job to end (RFC 7240)`)
    .meta({ example: 'wait=25' }),
});
