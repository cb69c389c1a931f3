import type { IncomingMessage } from 'node:http';
import type { Access, Principal } from './access.ts';
import type { RefusalKind } from './json-service.ts';
import {
  algorithm,
  canonicalHeaders,
  maxSkewMilliseconds,
  parseAmzDate,
  parseAuthorization,
  sameSignature,
  sha256Hex,
  sign,
  signingKey,
  uriEncode,
} from './sigv4.ts';

/** The signer of a request, or the reason why its signature is not valid. */
type Signed = { readonly principal: Principal } | { readonly refusal: RefusalKind; readonly message: string };

const refused = (refusal: RefusalKind, message: string): Signed => ({ refusal, message });

const wrongSignature =
  'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.';

/**
 * Checks the signature in a request's Authorization header. It covers the body and the host.
 *
 * @param now milliseconds since the epoch
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function checkSignature(
  request: Pick<IncomingMessage, 'headers' | 'method' | 'url'>,
  body: Buffer,
  service: string,
  access: Access,
  now: number,
): Signed {
  const { headers } = request;
  if (headers.authorization === undefined) {
    return refused('missing-token', 'Request is missing Authentication Token');
  }
  const authorization = parseAuthorization(headers.authorization);
  const amzDate = String(headers['x-amz-date'] ?? '');
  const time = parseAmzDate(amzDate);
  if (authorization === undefined || time === undefined) {
    return refused('incomplete-signature', 'The Authorization header or X-Amz-Date is missing or malformed.');
  }
  const { credential, signature, signedHeaders } = authorization;
  const [accessKeyId = '', date = '', region = '', scopeService, terminator, ...more] = credential.split('/');
  if (
    scopeService !== service ||
    terminator !== 'aws4_request' ||
    more.length > 0 ||
    !amzDate.startsWith(date)
  ) {
    return refused('wrong-signature', `Credential should be scoped to correct service: '${service}'.`);
  }
  const principal = access.principalOf(accessKeyId);
  // As on AWS, a missing or wrong session token makes the key unknown.
  if (principal === undefined || headers['x-amz-security-token'] !== principal.credentials.sessionToken) {
    return refused('unknown-key', 'The security token included in the request is invalid.');
  }
  if (Math.abs(time - now) > maxSkewMilliseconds) {
    const expected = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
    return refused(
      'wrong-signature',
      `Signature expired: ${amzDate} is not within 15 minutes of ${expected}`,
    );
  }
  const names = signedHeaders.split(';');
  if (!names.includes('host') || Object.keys(headers).some((name) => isUnsigned(name, names))) {
    return refused('wrong-signature', wrongSignature);
  }
  const url = new URL(request.url ?? '/', 'http://service');
  const query = [...url.searchParams].map(([name, value]) => `${uriEncode(name)}=${uriEncode(value)}`).sort();
  const canonical = [
    request.method,
    // Encoded a second time, as by all services but S3.
    url.pathname.split('/').map(uriEncode).join('/'),
    query.join('&'),
    ...canonicalHeaders(names, headers),
    '',
    signedHeaders,
    sha256Hex(body),
  ].join('\n');
  const scope = `${date}/${region}/${service}/aws4_request`;
  const text = [algorithm, amzDate, scope, sha256Hex(canonical)].join('\n');
  const key = signingKey(principal.credentials.secretAccessKey, date, region, service);
  return sameSignature(sign(key, text), signature)
    ? { principal }
    : refused('wrong-signature', wrongSignature);
}

/** The headers that identify the operation and the caller must be signed. */
const isUnsigned = (name: string, signed: readonly string[]): boolean =>
  ['x-amz-target', 'x-amz-security-token', 'x-amz-date'].includes(name) && !signed.includes(name);
