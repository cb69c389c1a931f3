import { type ErrorCode, errorCodes, titleOfCode } from './error-codes.ts';

import {
  exampleDeliveryId as deliveryId,
  exampleFileId as fileId,
  exampleJobId as jobId,
  exampleWebhookId as webhookId,
} from './example-ids.ts';

/** A message of each error code that clients of the public API receive. */
const messages: readonly (readonly [ErrorCode, string])[] = [
  ['invalid_request', 'fileid: unknown field. Did you mean "file_id"?'],
  ['unsupported_grant_type', 'grant_type: unsupported grant. Send client_credentials.'],
  [
    'invalid_multipart',
    'The Content-Type has no boundary. Send multipart/form-data with one file part named "file".',
  ],
  ['missing_file', 'The body has no file part named "file". A file part has a filename.'],
  ['multiple_files', 'The body has more than one file. Send each file in its own request.'],
  ['empty_file', '"report.pdf" is empty. Upload a file with content.'],
  ['unauthorized', 'Invalid or expired bearer token. Get a new one with POST /authorize.'],
  [
    'invalid_api_key',
    'The API key is not recognized. Check that the whole key was copied and that it is not revoked.',
  ],
  ['account_suspended', 'This account is suspended. Contact the operator of the service.'],
  ['file_not_found', `No file "${fileId}" in this account.`],
  ['job_not_found', `No job "${jobId}" in this account.`],
  ['webhook_not_found', `No webhook endpoint "${webhookId}" in this account.`],
  ['delivery_not_found', `No delivery "${deliveryId}" to this webhook endpoint.`],
  ['webhook_limit_reached', 'The account has 10 webhook endpoints, the maximum. Delete one first.'],
  [
    'webhook_disabled',
    `${webhookId} is disabled because it responded with 410. Enable it first with POST /webhooks/${webhookId}/enable.`,
  ],
  [
    'request_timeout',
    'No byte of the body arrived for 30 seconds. Send the file again, over a faster connection if possible.',
  ],
  [
    'job_active',
    `${jobId} is processing. Cancel it first with POST /job/${jobId}/cancel, or wait until it ends.`,
  ],
  ['job_not_active', `${jobId} is complete and can no longer be cancelled.`],
  ['job_not_complete', `${jobId} is processing. Wait until it is complete.`],
  [
    'idempotency_in_flight',
    'Idempotency-Key: the first request with this key is still running. Retry after the number of seconds in Retry-After.',
  ],
  ['file_not_uploaded', `${fileId} has not been uploaded yet. POST the file to its upload.url first.`],
  ['file_expired', `file_id: ${fileId} has expired. Upload it again.`],
  ['result_expired', `The result of ${jobId} has expired. Submit the job again.`],
  ['file_too_large', 'The file is larger than the limit of 25 MB. Split it or reduce its size.'],
  ['request_too_large', 'The body has 70312 bytes; the limit is 65536 bytes. Send a smaller body.'],
  ['unsupported_media_type', 'Send Content-Type: application/json, not "text/plain".'],
  [
    'unsupported_file_type',
    '"plan.vsdx" is a Visio drawing. GET /formats lists the formats that are supported.',
  ],
  ['format_mismatch', `from: the content of ${fileId} is docx, not pdf. Correct "from" or remove it.`],
  [
    'job_failed',
    `${jobId} has no result: The document is password-protected. Remove the password, or pass options.password.`,
  ],
  [
    'idempotency_mismatch',
    'Idempotency-Key: this key was used for another request in the last 24 hours. Use a new key for each request.',
  ],
  ['too_complex', 'The text has 9000000 characters; the limit for pdf is 5000000. Split the file.'],
  ['unsupported_conversion', 'to: cannot convert pdf to "mp3". Supported: text, markdown, html, docx.'],
  ['internal_error', 'Internal error. Contact support with this X-Request-Id.'],
  ['temporarily_unavailable', 'The service is busy. Retry after the number of seconds in Retry-After.'],
];

/** Further members of an error. */
const members: Readonly<Partial<Record<ErrorCode, object>>> = {
  invalid_request: { field: 'fileid' },
  unsupported_grant_type: { field: 'grant_type' },
  file_expired: { field: 'file_id' },
  job_failed: { job_id: jobId, job_error: 'encrypted_document' },
  format_mismatch: { field: 'from', detected: 'docx' },
  unsupported_conversion: { field: 'to', supported: ['text', 'markdown', 'html', 'docx'] },
};

/** The limits that a 429 reports, with what the client does about each and an example of its body. */
export const limitErrors = {
  rate_limited: {
    meaning: 'Too many requests in a minute: of this token, this address, or all tokens of the account.',
    cure: 'Wait for the seconds in Retry-After. `GET /job/{id}?wait=25` needs fewer calls than polling; more tokens help up to the limit of the plan.',
    body: {
      statusCode: 429,
      error: 'Too Many Requests',
      message: 'Rate limit exceeded, retry in 42 seconds',
    },
  },
  monthly_limit_reached: {
    meaning: 'The operations of the plan are used up for this month.',
    cure: 'Upgrade the plan, or wait for the next month. A retry cannot succeed before.',
    body: { error: 'Monthly usage limit reached (50). Upgrade your plan for more.' },
  },
  active_jobs_limit_reached: {
    meaning: 'As many jobs are queued or processing as the plan allows.',
    cure: 'Wait until a job ends, or cancel one, and send the request again.',
    body: { error: 'Too many active jobs (3/3). Wait for current jobs to finish.' },
  },
  engine_time_limit_reached: {
    meaning: 'The jobs of this hour used up the engine minutes of the plan.',
    cure: 'Send the request again after the seconds in Retry-After, or upgrade the plan.',
    body: {
      error: 'Hourly engine time reached (10 minutes). Wait for the next hour or upgrade your plan.',
    },
  },
  waiting_calls_limit_reached: {
    meaning: 'As many calls wait for jobs (`wait`, `Prefer: wait`, event streams) as the plan allows.',
    cure: 'Read the job without waiting, or use a [webhook](/docs/webhooks/).',
    body: {
      error: 'Too many waiting calls (5/5). Read the job without waiting, or upgrade your plan for more.',
    },
  },
} as const;

/** The name of a limit that a 429 reports. */
export type LimitName = keyof typeof limitErrors;

/** A response with an error: in JSON, and as a problem document. `cure` is what the client does about it (Markdown). */
type ErrorExample = {
  readonly summary: string;
  readonly cure: string;
  readonly json: object;
  readonly problem: object;
};

const exampleOf = (
  code: string,
  { status, cure }: { readonly status: number; readonly cure: string },
  detail: string,
  json: object,
): ErrorExample => ({
  summary: titleOfCode(code),
  cure,
  json,
  problem: { type: 'about:blank', title: titleOfCode(code), status, detail, code, ...json },
});

/** An example of each error code and limit, by its name. */
export const errorExamples: ReadonlyMap<string, ErrorExample> = new Map([
  ...messages.map(([code, message]): [string, ErrorExample] => [
    code,
    exampleOf(code, errorCodes[code], message, { error: code, message, ...members[code] }),
  ]),
  ...Object.entries(limitErrors).map(([code, { body, cure }]): [string, ErrorExample] => [
    code,
    exampleOf(code, { status: 429, cure }, 'message' in body ? body.message : body.error, body),
  ]),
]);
