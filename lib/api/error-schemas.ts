import * as z from 'zod';
import { formatName, jobErrorCode, jobId } from './schemas.ts';

/** The error of a request; listed as the formats are. */
export const errorCode = z.string().meta({ id: 'ErrorCode', description: 'The error code of a response' });

/** Further members of some errors. */
const errorMembers = {
  field: z
    .string()
    .optional()
    .describe(
      'The invalid field of the request, such as `options.pages` or `steps.0.to`, or the first of several',
    )
    .meta({ example: 'options.pages' }),
  job_id: jobId.optional().describe('For `job_failed`: the id of the job'),
  detected: formatName.optional().describe('For `format_mismatch`: the format of the file'),
  supported: z.array(z.string()).optional().describe('For `unsupported_conversion`: the supported targets'),
  job_error: jobErrorCode.optional().describe('For `job_failed`: why the job failed'),
};

/** Body of every error except the two kinds of 429. */
export const error = z
  .object({
    error: errorCode,
    message: z.string().describe('What is wrong and what to do'),
    ...errorMembers,
  })
  .meta({ id: 'Error', description: 'Branch on `error`, not on `message`' });

/** Any error as a problem document, for a client that accepts `application/problem+json` (RFC 9457). */
export const problem = z
  .object({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('What is wrong and what to do'),
    code: z
      .string()
      .describe(
        'The error code. For a 429: rate_limited, monthly_limit_reached, active_jobs_limit_reached, engine_time_limit_reached or waiting_calls_limit_reached. The members of the JSON form follow',
      )
      .meta({ example: 'monthly_limit_reached' }),
    error: z.string().describe('Same as in the JSON form'),
    message: z.string().optional().describe('Same as in the JSON form'),
    statusCode: z.int().optional().describe('Same as in the JSON form'),
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
  .meta({ id: 'UsageLimitError', description: 'A plan limit has been reached' });
