import { escapeXml } from './xml.ts';

const statuses = {
  AccessDenied: 403,
  AccessForbidden: 403,
  AuthorizationHeaderMalformed: 400,
  AuthorizationQueryParametersError: 400,
  BadDigest: 400,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  IncompleteBody: 400,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidBucketName: 400,
  InvalidPolicyDocument: 400,
  InvalidRange: 416,
  InvalidRequest: 400,
  InvalidToken: 400,
  InvalidURI: 400,
  KeyTooLongError: 400,
  MalformedPOSTRequest: 400,
  MalformedXML: 400,
  MaxMessageLengthExceeded: 400,
  MaxPostPreDataLengthExceededError: 400,
  MissingContentLength: 411,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
  RequestTimeTooSkewed: 403,
  SignatureDoesNotMatch: 403,
  XAmzContentSHA256Mismatch: 400,
} as const;

/** The error codes that this server returns. All of them are S3's own. */
type S3ErrorCode = keyof typeof statuses;

/**
 * An error as S3 reports it: the XML body contains `code`, `message` and one element for each of `details`.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
 */
export class S3Error extends Error {
  readonly code: S3ErrorCode;
  readonly status: number;
  readonly details: Readonly<Record<string, string | number>>;

  constructor(
    code: S3ErrorCode,
    message: string,
    details: Readonly<Record<string, string | number>> = {},
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'S3Error';
    this.code = code;
    this.status = statuses[code];
    this.details = details;
  }
}

/** The refusal of what S3 supports and this server does not. */
export const notImplemented = (): S3Error =>
  new S3Error(
    'NotImplemented',
    'A header or query you provided implies functionality that is not implemented',
  );

/** The XML document of an error response. */
export function renderError(error: S3Error, resource: string, requestId: string): string {
  const elements = Object.entries({
    Code: error.code,
    Message: error.message,
    ...error.details,
    Resource: resource,
    RequestId: requestId,
  }).map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${elements.join('')}</Error>`;
}
