/**
 * Every error code besides those of status 429, with its HTTP status and meaning.
 *
 * The status of a code never changes. Several codes share a status, so clients branch on the code.
 */
export const errorCodes = {
  invalid_request: { status: 400, meaning: 'The request is invalid. The message names the field.' },
  unsupported_grant_type: {
    status: 400,
    meaning: 'The grant_type is not client_credentials (RFC 6749, 5.2).',
  },
  invalid_multipart: { status: 400, meaning: 'The body is not well-formed multipart/form-data (RFC 7578).' },
  missing_file: { status: 400, meaning: 'The multipart body has no file part named "file".' },
  multiple_files: { status: 400, meaning: 'The multipart body has more than one file.' },
  empty_file: { status: 400, meaning: 'The file is empty.' },
  unauthorized: { status: 401, meaning: 'Missing, invalid or expired bearer token.' },
  invalid_identity: {
    status: 401,
    meaning: 'Missing, invalid or expired ID token of the identity provider.',
  },
  invalid_signature: { status: 401, meaning: 'The signature of the webhook does not match its body.' },
  invalid_api_key: { status: 401, meaning: 'The API key is not recognized.' },
  request_blocked: { status: 403, meaning: 'The firewall of this deployment blocked the request.' },
  sign_up_closed: {
    status: 403,
    meaning: 'This deployment does not accept new users without an invitation, or at all.',
  },
  not_found: { status: 404, meaning: 'No such endpoint.' },
  file_not_found: { status: 404, meaning: 'No file with this id in this account.' },
  job_not_found: { status: 404, meaning: 'No job with this id in this account.' },
  key_not_found: { status: 404, meaning: 'No API key with this id in this account.' },
  webhook_not_found: { status: 404, meaning: 'No webhook endpoint with this id in this account.' },
  delivery_not_found: { status: 404, meaning: 'No delivery with this id to this webhook endpoint.' },
  account_not_found: {
    status: 404,
    meaning: 'The user has no account yet. POST /account/session creates it.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The endpoint does not support this method. The Allow header lists the supported methods.',
  },
  request_timeout: {
    status: 408,
    meaning: 'The body of the request stalled or took too long.',
  },
  email_in_use: { status: 409, meaning: 'Another account uses the e-mail address of this user.' },
  key_limit_reached: {
    status: 409,
    meaning: 'The account has as many API keys as its plan allows. Revoke one or change the plan.',
  },
  webhook_limit_reached: {
    status: 409,
    meaning: 'The account has reached its limit of webhook endpoints. Delete one first.',
  },
  webhook_disabled: {
    status: 409,
    meaning: 'The webhook endpoint is disabled because it responded with 410. Enable it first.',
  },
  job_active: { status: 409, meaning: 'The job is queued or processing. Cancel it first.' },
  job_not_active: { status: 409, meaning: 'The job has ended and cannot be cancelled.' },
  billing_not_offered: {
    status: 409,
    meaning: 'This deployment does not sell plans. The operator changes them.',
  },
  job_not_complete: {
    status: 409,
    meaning: 'The job has no result: it is still active, failed, or was cancelled.',
  },
  idempotency_in_flight: {
    status: 409,
    meaning: 'The first request with this Idempotency-Key is still running.',
  },
  file_not_uploaded: {
    status: 409,
    meaning: 'The presigned upload from POST /uploads has not arrived yet.',
  },
  file_expired: { status: 410, meaning: 'The file has passed its expires_at.' },
  result_expired: { status: 410, meaning: 'The result has passed its expires_at.' },
  file_too_large: { status: 413, meaning: 'The file is larger than the plan allows.' },
  request_too_large: { status: 413, meaning: 'The JSON or form body is over 64 KB.' },
  unsupported_media_type: {
    status: 415,
    meaning: 'The endpoint does not support the Content-Type of the request.',
  },
  unsupported_file_type: { status: 415, meaning: 'The file is not of a supported type.' },
  format_mismatch: { status: 422, meaning: 'The file is not of the format in "from".' },
  job_failed: {
    status: 422,
    meaning:
      'The job failed or was cancelled, and the request accepts only its result. See the message and `job_error` for the reason.',
  },
  idempotency_mismatch: {
    status: 422,
    meaning: 'The Idempotency-Key was used for another request in the last 24 hours.',
  },
  too_complex: {
    status: 422,
    meaning: 'The document exceeds a limit of this conversion. The message names the limit.',
  },
  unsupported_conversion: {
    status: 422,
    meaning: 'The source format cannot be converted to the target format.',
  },
  internal_error: { status: 500, meaning: 'Internal error. Contact support with the X-Request-Id.' },
  temporarily_unavailable: {
    status: 503,
    meaning: 'The service is overloaded. Retry after the number of seconds in Retry-After.',
  },
} as const satisfies Record<string, { status: number; meaning: string }>;

/** The `error` field of an error response. */
export type ErrorCode = keyof typeof errorCodes;

/** The title of an error code in a problem document (RFC 9457), such as `File not found`. */
export const titleOfCode = (code: string): string =>
  code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');

/** The limit of the plan that was reached, for clients that accept problem documents. */
export type UsageLimitCode =
  | 'monthly_limit_reached'
  | 'active_jobs_limit_reached'
  | 'engine_time_limit_reached'
  | 'waiting_calls_limit_reached';
