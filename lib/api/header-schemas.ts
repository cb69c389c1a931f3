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
      'Any string, such as a random UUID. For 24 hours, repeating the request with this key returns the first response and counts once, so it is safe to retry after a timeout. Rejected requests are not recorded',
    ),
});

/** Header of the calls that can wait for a job. */
export const preferHeader = z.object({
  Prefer: z
    .string()
    .optional()
    .describe(`\`wait=N\` waits up to N seconds for the job to end, at most ${maxWaitSeconds} (RFC 7240)`)
    .meta({ example: 'wait=25' }),
});
