/**
 * Every error code besides those of status 429, with its HTTP status, its meaning, and what the client does about it (Markdown).
 *
 * The status of a code never changes. Several codes share a status, so clients branch on the code.
 */
export const errorCodes = {
  invalid_request: {
    status: 400,
    meaning: 'The request is invalid. The message names the field.',
    cure: 'Correct the field that `field` and the message name. The [reference](/docs/api/) has the schema of each request, `GET /formats` the options of each conversion.',
  },
  unsupported_grant_type: {
    status: 400,
    meaning: 'The grant_type is not client_credentials (RFC 6749, 5.2).',
    cure: 'Send `grant_type=client_credentials`, or JSON with `api_key`.',
  },
  invalid_multipart: {
    status: 400,
    meaning: 'The body is not well-formed multipart/form-data (RFC 7578).',
    cure: 'Let your HTTP library build the form and its Content-Type, which contains the boundary.',
  },
  missing_file: {
    status: 400,
    meaning: 'The multipart body has no file part named "file".',
    cure: 'Send the file as the part `file`, with a file name.',
  },
  multiple_files: {
    status: 400,
    meaning: 'The multipart body has more than one file.',
    cure: 'Send each file in its own request, then pass their ids in `file_ids`.',
  },
  empty_file: {
    status: 400,
    meaning: 'The file is empty.',
    cure: 'Send a file with content. An empty body is often a stream that was already read.',
  },
  unauthorized: {
    status: 401,
    meaning: 'Missing, invalid or expired bearer token.',
    cure: 'Get a new token from `POST /authorize`. Tokens are valid for an hour.',
  },
  invalid_identity: {
    status: 401,
    meaning: 'Missing, invalid or expired ID token of the identity provider.',
    cure: 'Sign in again.',
  },
  invalid_signature: {
    status: 401,
    meaning: 'The signature of the webhook does not match its body.',
    cure: 'Sign the body exactly as it is sent, with the current secret.',
  },
  invalid_api_key: {
    status: 401,
    meaning: 'The API key is not recognized.',
    cure: 'Copy the whole key, or create a new one in the dashboard. A revoked key stays invalid.',
  },
  request_blocked: {
    status: 403,
    meaning: 'The firewall of this deployment blocked the request.',
    cure: 'Slow down, or ask the operator of the deployment which rule applies.',
  },
  sign_up_closed: {
    status: 403,
    meaning: 'This deployment does not accept new users without an invitation, or at all.',
    cure: 'Ask the operator of the deployment to create an account for your e-mail address.',
  },
  account_suspended: {
    status: 403,
    meaning: 'The operator of the deployment has suspended the account.',
    cure: 'Contact the operator of the deployment.',
  },
  not_found: {
    status: 404,
    meaning: 'No such endpoint.',
    cure: 'Check the path. `GET /openapi.json` lists all endpoints.',
  },
  file_not_found: {
    status: 404,
    meaning: 'No file with this id in this account.',
    cure: 'Use the `file_id` of an upload of the same account. Files are deleted after their `expires_at`.',
  },
  job_not_found: {
    status: 404,
    meaning: 'No job with this id in this account.',
    cure: 'Use the `job_id` of a job of the same account. Jobs are listed for 30 days.',
  },
  key_not_found: {
    status: 404,
    meaning: 'No API key with this id in this account.',
    cure: 'List the keys of the account again: the key may be revoked.',
  },
  webhook_not_found: {
    status: 404,
    meaning: 'No webhook endpoint with this id in this account.',
    cure: '`GET /webhooks` lists the endpoints of the account.',
  },
  delivery_not_found: {
    status: 404,
    meaning: 'No delivery with this id to this webhook endpoint.',
    cure: '`GET /webhooks/{id}/deliveries` lists the deliveries that are kept, for seven days.',
  },
  account_not_found: {
    status: 404,
    meaning: 'The user has no account yet.',
    cure: 'Call `POST /account/session` first.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The endpoint does not support this method. The Allow header lists the supported methods.',
    cure: 'Use a method of the Allow header.',
  },
  request_timeout: {
    status: 408,
    meaning: 'The body of the request stalled or took too long.',
    cure: 'Send the file again. For large files over slow connections, use `POST /uploads`.',
  },
  email_in_use: {
    status: 409,
    meaning: 'Another account uses the e-mail address of this user.',
    cure: 'Sign in as the user of the other account, or ask the operator of the deployment.',
  },
  key_limit_reached: {
    status: 409,
    meaning: 'The account has as many API keys as its plan allows.',
    cure: 'Revoke a key that you no longer use, or upgrade the plan.',
  },
  webhook_limit_reached: {
    status: 409,
    meaning: 'The account has reached its limit of webhook endpoints.',
    cure: 'Delete an endpoint with `DELETE /webhooks/{id}` first.',
  },
  webhook_disabled: {
    status: 409,
    meaning: 'The webhook endpoint is disabled because it responded with 410.',
    cure: 'Enable it with `POST /webhooks/{id}/enable` first.',
  },
  job_active: {
    status: 409,
    meaning: 'The job is queued or processing.',
    cure: 'Cancel the job with `POST /job/{id}/cancel`, or wait until it ends.',
  },
  job_not_active: {
    status: 409,
    meaning: 'The job has ended and cannot be cancelled.',
    cure: 'Nothing to do: the job has ended. `GET /job/{id}` returns how.',
  },
  billing_not_offered: {
    status: 409,
    meaning: 'This deployment does not sell plans. The operator changes them.',
    cure: 'Ask the operator of the deployment to change your plan.',
  },
  job_not_complete: {
    status: 409,
    meaning: 'The job has no result: it is still active, failed, or was cancelled.',
    cure: 'Wait with `GET /job/{id}?wait=25` until `status` is `complete`.',
  },
  idempotency_in_flight: {
    status: 409,
    meaning: 'The first request with this Idempotency-Key is still running.',
    cure: 'Send the same request again after the seconds in Retry-After.',
  },
  file_not_uploaded: {
    status: 409,
    meaning: 'The presigned upload from POST /uploads has not arrived yet.',
    cure: 'POST the file to `upload.url` with the fields of `upload.fields` first.',
  },
  file_expired: {
    status: 410,
    meaning: 'The file has passed its expires_at.',
    cure: 'Upload the file again.',
  },
  result_expired: {
    status: 410,
    meaning: 'The result has passed its expires_at.',
    cure: 'Submit the job again.',
  },
  file_too_large: {
    status: 413,
    meaning: 'The file is larger than the plan allows.',
    cure: 'Split the file or reduce its size. If the message names another endpoint, upload it there.',
  },
  request_too_large: {
    status: 413,
    meaning: 'The JSON or form body is over 64 KB.',
    cure: 'Send a smaller body. Files go into a multipart body or an upload, not into JSON.',
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'The endpoint does not support the Content-Type of the request.',
    cure: 'Send a content type that the Accept header of the response lists.',
  },
  unsupported_file_type: {
    status: 415,
    meaning: 'The file is not of a supported type.',
    cure: 'Export the file as a [supported format](/docs/formats/).',
  },
  format_mismatch: {
    status: 422,
    meaning: 'The file is not of the format in "from".',
    cure: 'Leave out `from`, or set it to `detected`.',
  },
  job_failed: {
    status: 422,
    meaning:
      'The job failed or was cancelled, and the request accepts only its result. See the message and `job_error` for the reason.',
    cure: 'Follow the message. `job_error` is one of the [codes of failed jobs](#failed-jobs).',
  },
  idempotency_mismatch: {
    status: 422,
    meaning: 'The Idempotency-Key was used for another request in the last 24 hours.',
    cure: 'Use a new key for each request. Reuse a key only to repeat the same request.',
  },
  too_complex: {
    status: 422,
    meaning: 'The document exceeds a limit of this conversion. The message names the limit.',
    cure: 'Split the document, or choose fewer pages with `pages`.',
  },
  unsupported_conversion: {
    status: 422,
    meaning: 'The source format cannot be converted to the target format.',
    cure: 'Choose one of `supported`.',
  },
  internal_error: {
    status: 500,
    meaning: 'The service failed.',
    cure: 'Send the request again with the same Idempotency-Key. If it fails again, contact support with the X-Request-Id.',
  },
  temporarily_unavailable: {
    status: 503,
    meaning: 'The service is overloaded.',
    cure: 'Send the request again after the seconds in Retry-After.',
  },
} as const satisfies Record<string, { status: number; meaning: string; cure: string }>;

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
