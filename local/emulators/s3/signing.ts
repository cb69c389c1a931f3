import type { Access, Principal } from '../../access/access.ts';
import { maxSkewMilliseconds, sameSignature, sign, signingKey } from '../../access/sigv4.ts';
import { S3Error } from './errors.ts';

/** The part of a credential after the access key id: `date/region/s3/aws4_request`. */
type Scope = { readonly date: string; readonly region: string; readonly text: string };

/** The signer of a request, with the key and the scope of its signature. */
export type Signer = {
  readonly key: Buffer;
  readonly scope: Scope;
  readonly amzDate: string;
  readonly principal: Principal;
};

/**
 * Finds the signer for a credential `AKID/20261120/eu-central-1/s3/aws4_request` and a date `20261120T120000Z`.
 *
 * @param sessionToken of the request: required for temporary credentials, not allowed for others
 * @throws S3Error InvalidAccessKeyId, InvalidToken, or the error of `malformed` for an invalid credential or date
 */
export function signerOf(
  access: Access,
  credential: string,
  amzDate: string,
  sessionToken: string | undefined,
  malformed: (message: string) => S3Error,
): Signer {
  const [accessKeyId = '', date = '', region = '', service, terminator, ...more] = credential.split('/');
  if (!/^\d{8}$/.test(date) || !region || terminator !== 'aws4_request' || more.length > 0) {
    throw malformed('The credential must be "<access key id>/<yyyymmdd>/<region>/s3/aws4_request".');
  }
  if (service !== 's3') throw malformed(`Incorrect service "${service}". This endpoint belongs to "s3".`);
  if (!amzDate.startsWith(date))
    throw malformed('The date of the credential differs from the date of the signature.');
  const principal = access.principalOf(accessKeyId);
  if (principal === undefined) {
    throw new S3Error(
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
      { AWSAccessKeyId: accessKeyId },
    );
  }
  if (sessionToken !== principal.credentials.sessionToken) {
    throw new S3Error('InvalidToken', 'The provided token is malformed or otherwise invalid.');
  }
  const scope = { date, region, text: `${date}/${region}/s3/aws4_request` };
  const key = signingKey(principal.credentials.secretAccessKey, date, region, 's3');
  return { key, scope, amzDate, principal };
}

/**
 * Compares two signatures in constant time.
 *
 * @throws S3Error SignatureDoesNotMatch, with the string that the server signed, as S3 does
 */
export function checkSignature(signer: Signer, stringToSign: string, given: string): void {
  if (sameSignature(sign(signer.key, stringToSign), given)) return;
  throw new S3Error(
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    { StringToSign: stringToSign, SignatureProvided: given },
  );
}

/** @throws S3Error RequestTimeTooSkewed if the request's time is more than 15 minutes off */
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
