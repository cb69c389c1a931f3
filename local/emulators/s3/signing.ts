import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { S3Error } from './errors.ts';

/** The one key pair that the server knows. */
export type Credentials = { readonly accessKeyId: string; readonly secretAccessKey: string };

/** What stands behind the access key id in a credential: `date/region/s3/aws4_request`. */
export type Scope = { readonly date: string; readonly region: string; readonly text: string };

/** What a signature was made with, for whatever is signed in a chain after it. */
export type Signer = { readonly key: Buffer; readonly scope: Scope; readonly amzDate: string };

/** Clock skew that S3 bears: 15 minutes. */
export const maxSkewMilliseconds = 15 * 60 * 1000;

/** Lower-case hex SHA-256. */
export function sha256Hex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Percent-encoding as SigV4 wants it: RFC 3986, everything but unreserved characters. */
export function uriEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * The signer behind a credential `AKID/20261120/eu-central-1/s3/aws4_request` and a date `20261120T120000Z`.
 *
 * @throws S3Error InvalidAccessKeyId, or what `malformed` makes of a credential or date that is none
 */
export function signerOf(
  credentials: Credentials,
  credential: string,
  amzDate: string,
  malformed: (message: string) => S3Error,
): Signer {
  const [accessKeyId, date = '', region = '', service, terminator, ...more] = credential.split('/');
  if (!/^\d{8}$/.test(date) || !region || terminator !== 'aws4_request' || more.length > 0) {
    throw malformed('The credential must be "<access key id>/<yyyymmdd>/<region>/s3/aws4_request".');
  }
  if (service !== 's3') throw malformed(`Incorrect service "${service}". This endpoint belongs to "s3".`);
  if (!amzDate.startsWith(date)) throw malformed('The date of the credential is not that of the signature.');
  if (accessKeyId !== credentials.accessKeyId) {
    throw new S3Error(
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
      {
        AWSAccessKeyId: accessKeyId ?? '',
      },
    );
  }
  const scope = { date, region, text: `${date}/${region}/s3/aws4_request` };
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${credentials.secretAccessKey}`,
  );
  return { key: Buffer.from(key), scope, amzDate };
}

/** The hex signature of a text. */
export function sign(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/**
 * Compares in constant time.
 *
 * @throws S3Error SignatureDoesNotMatch, with what the server signed, as S3 does
 */
export function checkSignature(signer: Signer, stringToSign: string, given: string): void {
  const expected = Buffer.from(sign(signer.key, stringToSign));
  const actual = Buffer.from(given);
  if (actual.length === expected.length && timingSafeEqual(actual, expected)) return;
  throw new S3Error(
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    { StringToSign: stringToSign, SignatureProvided: given },
  );
}

/** Milliseconds since the epoch of `20261120T120000Z`; undefined where it is no such date. */
export function parseAmzDate(text: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!match) return undefined;
  const time = Date.parse(`${match.slice(1, 4).join('-')}T${match.slice(4).join(':')}Z`);
  return Number.isNaN(time) ? undefined : time;
}

/** @throws S3Error RequestTimeTooSkewed where a request's time is more than 15 minutes off */
export function checkSkew(time: number, now: number): void {
  if (Math.abs(time - now) <= maxSkewMilliseconds) return;
  throw new S3Error(
    'RequestTimeTooSkewed',
    'The difference between the request time and the current time is too large.',
    {
      RequestTime: new Date(time).toISOString(),
      ServerTime: new Date(now).toISOString(),
      MaxAllowedSkewMilliseconds: maxSkewMilliseconds,
    },
  );
}
