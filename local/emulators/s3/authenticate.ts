import type { Access } from '../../access/access.ts';
import {
  canonicalHeaders,
  maxSkewMilliseconds,
  parseAmzDate,
  parseAuthorization,
  sha256Hex,
  uriEncode,
} from '../../access/sigv4.ts';
import { S3Error } from './errors.ts';
import { amzHeader, type S3Request } from './request.ts';
import { checkSignature, checkSkew, type Signer, signerOf } from './signing.ts';

/** The signer of a request, and the body hash that was signed. */
export type Authenticated = {
  readonly signer: Signer;
  /** `x-amz-content-sha256`: a hex hash or `UNSIGNED-PAYLOAD`. */
  readonly payloadHash: string;
};

const maxExpirySeconds = 7 * 24 * 3600;

/**
 * Checks the SigV4 signature in the Authorization header or in a presigned URL.
 *
 * @param now milliseconds since the epoch
 * @throws S3Error AccessDenied (unsigned, expired, an `x-amz-` header left out of the signature), SignatureDoesNotMatch,
 *   RequestTimeTooSkewed, InvalidAccessKeyId, InvalidToken and the malformed forms
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
export function authenticate(request: S3Request, access: Access, now: number): Authenticated {
  const header = request.headers.authorization;
  const presigned = request.query.has('X-Amz-Algorithm') || request.query.has('X-Amz-Signature');
  if (header !== undefined && presigned) {
    throw new S3Error('InvalidArgument', 'Only one auth mechanism allowed.');
  }
  if (header === undefined && !presigned) throw new S3Error('AccessDenied', 'Access Denied');
  return header === undefined
    ? checkPresigned(request, access, now)
    : checkHeader(request, header, access, now);
}

function checkHeader(request: S3Request, header: string, access: Access, now: number): Authenticated {
  const authorization = parseAuthorization(header);
  if (authorization === undefined) throw malformedHeader('The authorization header is malformed.');
  const { credential, signature, signedHeaders } = authorization;
  const amzDate = String(request.headers['x-amz-date'] ?? '');
  const time = parseAmzDate(amzDate);
  if (time === undefined) {
    throw new S3Error('AccessDenied', 'AWS authentication requires a valid x-amz-date header.');
  }
  const token = request.headers['x-amz-security-token'];
  const signer = signerOf(access, credential, amzDate, token?.toString(), malformedHeader);
  checkSkew(time, now);
  const payloadHash = request.headers['x-amz-content-sha256'];
  if (typeof payloadHash !== 'string') {
    throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  }
  checkSignature(signer, stringToSign(request, signer, signedHeaders, payloadHash), signature);
  return { signer, payloadHash };
}

function checkPresigned(request: S3Request, access: Access, now: number): Authenticated {
  const parameter = (name: string): string => {
    const value = request.query.get(name);
    if (value) return value;
    throw malformedQuery(
      'Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.',
    );
  };
  if (parameter('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') {
    throw malformedQuery('X-Amz-Algorithm only supports "AWS4-HMAC-SHA256".');
  }
  const signature = parameter('X-Amz-Signature');
  const amzDate = parameter('X-Amz-Date');
  const time = parseAmzDate(amzDate);
  if (time === undefined) {
    throw malformedQuery("X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\".");
  }
  const expires = parameter('X-Amz-Expires');
  const expirySeconds = /^\d{1,9}$/.test(expires) ? Number(expires) : 0;
  if (expirySeconds < 1 || expirySeconds > maxExpirySeconds) {
    throw malformedQuery('X-Amz-Expires must be between 1 and 604800 seconds.');
  }
  const token = amzHeader(request, 'x-amz-security-token');
  const signer = signerOf(access, parameter('X-Amz-Credential'), amzDate, token, malformedQuery);
  const until = time + expirySeconds * 1000;
  const times = { Expires: new Date(until).toISOString(), ServerTime: new Date(now).toISOString() };
  if (time - now > maxSkewMilliseconds) throw new S3Error('AccessDenied', 'Request is not yet valid', times);
  if (now > until) throw new S3Error('AccessDenied', 'Request has expired', times);
  const payloadHash = amzHeader(request, 'x-amz-content-sha256') ?? 'UNSIGNED-PAYLOAD';
  const text = stringToSign(request, signer, parameter('X-Amz-SignedHeaders'), payloadHash);
  checkSignature(signer, text, signature);
  return { signer, payloadHash };
}

function stringToSign(
  request: S3Request,
  signer: Signer,
  signedHeaders: string,
  payloadHash: string,
): string {
  const names = signedHeaders.split(';');
  const unsigned = Object.keys(request.headers).filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !names.includes(name),
  );
  if (unsigned.length > 0) {
    const message = 'There were headers present in the request which were not signed';
    throw new S3Error('AccessDenied', message, { HeadersNotSigned: unsigned.join(', ') });
  }
  const query = [...request.query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${uriEncode(name)}=${uriEncode(value)}`)
    .sort(compareText);
  const canonical = [
    request.method,
    request.path.split('/').map(uriEncode).join('/'),
    query.join('&'),
    ...canonicalHeaders(names, request.headers),
    '',
    signedHeaders,
    payloadHash,
  ].join('\n');
  return ['AWS4-HMAC-SHA256', signer.amzDate, signer.scope.text, sha256Hex(canonical)].join('\n');
}

function compareText(left: string, right: string): number {
  // Parameters sort by name first: 'a=' must not be compared with 'a-b=' over the '=' sign.
  const [leftName = '', leftValue = ''] = left.split('=');
  const [rightName = '', rightValue = ''] = right.split('=');
  if (leftName !== rightName) return leftName < rightName ? -1 : 1;
  return leftValue < rightValue ? -1 : 1;
}

const malformedHeader = (message: string) => new S3Error('AuthorizationHeaderMalformed', message);
const malformedQuery = (message: string) => new S3Error('AuthorizationQueryParametersError', message);
