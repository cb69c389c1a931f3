/**
 * Every error code a call can be refused with: its HTTP status and what it means.
 *
 * A code never changes its status, so a client may branch on either.
 */
export const errorCodes = {
  invalid_request: { status: 400, meaning: 'The request is malformed; the message names the field.' },
  unsupported_grant_type: {
    status: 400,
    meaning: 'The OAuth 2 form asks for another grant (RFC 6749, 5.2).',
  },
  invalid_multipart: { status: 400, meaning: 'The body is not well-formed multipart/form-data (RFC 7578).' },
  missing_file: { status: 400, meaning: 'The multipart body has no file part named "file".' },
  multiple_files: { status: 400, meaning: 'The multipart body has more than one file.' },
  empty_file: { status: 400, meaning: 'The file has no bytes.' },
  unauthorized: { status: 401, meaning: 'Missing, invalid or expired bearer token.' },
  invalid_identity: { status: 401, meaning: 'Missing, invalid or expired token of the identity provider.' },
  invalid_signature: { status: 401, meaning: 'The signature of the webhook does not fit its body.' },
  invalid_api_key: { status: 401, meaning: 'The API key is not recognized.' },
  request_blocked: { status: 403, meaning: 'A firewall of this deployment blocked the request.' },
  not_found: { status: 404, meaning: 'No such endpoint.' },
  file_not_found: { status: 404, meaning: 'No file of this account has this id.' },
  job_not_found: { status: 404, meaning: 'No job of this account has this id.' },
  key_not_found: { status: 404, meaning: 'No API key of this account has this id.' },
  account_not_found: {
    status: 404,
    meaning: 'The user has no account yet; POST /account/session creates it.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The endpoint does not accept this method; the Allow header lists those that it accepts.',
  },
  email_in_use: { status: 409, meaning: 'Another account has the e-mail address of this user.' },
  key_limit_reached: { status: 409, meaning: 'The plan has no API key left; revoke one or change the plan.' },
  job_not_active: { status: 409, meaning: 'The job has ended and cannot be cancelled.' },
  billing_not_offered: { status: 409, meaning: 'The operator of this deployment changes plans by hand.' },
  job_not_complete: {
    status: 409,
    meaning: 'The job has no result, because it runs still or did not succeed.',
  },
  file_not_uploaded: {
    status: 409,
    meaning: 'The file was announced by POST /uploads and has not arrived yet.',
  },
  file_expired: { status: 410, meaning: 'The file has passed its expires_at.' },
  result_expired: { status: 410, meaning: 'The result has passed its expires_at.' },
  file_too_large: { status: 413, meaning: 'The file is larger than the plan allows.' },
  request_too_large: { status: 413, meaning: 'The JSON or form body is over 64 KB.' },
  unsupported_media_type: {
    status: 415,
    meaning: 'The Content-Type of the request is not one of this endpoint.',
  },
  unsupported_file_type: { status: 415, meaning: 'The bytes of the file are of no type the service reads.' },
  format_mismatch: { status: 422, meaning: 'The bytes of the file are of another format than "from" says.' },
  too_complex: {
    status: 422,
    meaning: 'The document is over a limit of this conversion; the message names it.',
  },
  unsupported_conversion: { status: 422, meaning: 'The source format cannot become the target format.' },
  internal_error: { status: 500, meaning: 'The fault is ours. Quote the X-Request-Id.' },
  temporarily_unavailable: {
    status: 503,
    meaning: 'The service is overloaded; retry after Retry-After seconds.',
  },
} as const satisfies Record<string, { status: number; meaning: string }>;

/** The `error` member of an error answer. */
export type ErrorCode = keyof typeof errorCodes;
