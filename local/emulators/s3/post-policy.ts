import type { Access, Principal } from '../../access/access.ts';
import { maxSkewMilliseconds, parseAmzDate } from '../../access/sigv4.ts';
import { notImplemented, S3Error } from './errors.ts';
import { checkSignature, checkSkew, signerOf } from './signing.ts';

/** The file sizes that a policy allows, both limits included. */
type SizeLimits = { readonly minBytes: number; readonly maxBytes: number };

/** Fields that need no condition. Those that start with `x-ignore-` need none either. */
const uncoveredFields = ['x-amz-signature', 'policy', 'file'];

/**
 * Checks the signature and expiry of a form's policy, and the form's fields against its conditions.
 *
 * @param fields by lower-case name
 * @param now milliseconds since the epoch
 * @returns the allowed sizes (any, without `content-length-range`) and the signer
 * @throws S3Error AccessDenied, SignatureDoesNotMatch, InvalidAccessKeyId, InvalidToken, InvalidArgument,
 *   InvalidPolicyDocument, NotImplemented (a condition such as `starts-with`)
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
export function checkPolicy(
  fields: ReadonlyMap<string, string>,
  bucket: string,
  access: Access,
  now: number,
): SizeLimits & { readonly principal: Principal } {
  const policyText = fields.get('policy');
  if (policyText === undefined) throw new S3Error('AccessDenied', 'Access Denied');
  const principal = checkPolicySignature(fields, policyText, access, now);
  const { expiration, conditions } = parsePolicy(policyText);
  if (now > expiration) throw denied('Policy expired.');

  const values = new Map([...fields, ['bucket', bucket] as const]);
  if (fields.has('bucket') && fields.get('bucket') !== bucket)
    throw denied("The bucket differs from the form's bucket field.");
  const covered = new Set(uncoveredFields);
  let limits: SizeLimits = { minBytes: 0, maxBytes: Number.MAX_SAFE_INTEGER };
  for (const condition of conditions) {
    if (condition.kind === 'content-length-range') {
      limits = condition;
      continue;
    }
    covered.add(condition.field);
    const value = values.get(condition.field);
    if (value !== condition.value) {
      const shown = JSON.stringify(['eq', `$${condition.field}`, condition.value]);
      throw denied(`Policy Condition failed: ${shown}`);
    }
  }
  const extra = [...values.keys()].filter((name) => !covered.has(name) && !name.startsWith('x-ignore-'));
  if (extra.length > 0) throw denied(`Extra input fields: ${extra.join(', ')}`);
  return { ...limits, principal };
}

function checkPolicySignature(
  fields: ReadonlyMap<string, string>,
  policyText: string,
  access: Access,
  now: number,
): Principal {
  const field = (name: string): string => {
    const value = fields.get(name);
    if (value) return value;
    throw new S3Error('InvalidArgument', `Bucket POST must contain a field named '${name}'.`, {
      ArgumentName: name,
    });
  };
  const malformed = (message: string) => new S3Error('InvalidArgument', message);
  if (field('x-amz-algorithm') !== 'AWS4-HMAC-SHA256')
    throw malformed('X-Amz-Algorithm only supports "AWS4-HMAC-SHA256".');
  const amzDate = field('x-amz-date');
  const time = parseAmzDate(amzDate);
  if (time === undefined)
    throw malformed("X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\".");
  const token = fields.get('x-amz-security-token');
  const signer = signerOf(access, field('x-amz-credential'), amzDate, token, malformed);
  // A policy may be used long after it was signed, so only a date in the future is an error.
  if (time - now > maxSkewMilliseconds) checkSkew(time, now);
  checkSignature(signer, policyText, field('x-amz-signature'));
  return signer.principal;
}

type Condition =
  | { readonly kind: 'eq'; readonly field: string; readonly value: string }
  | ({ readonly kind: 'content-length-range' } & SizeLimits);

function parsePolicy(text: string): { expiration: number; conditions: Condition[] } {
  let policy: unknown;
  try {
    policy = JSON.parse(Buffer.from(text, 'base64').toString());
  } catch (cause) {
    throw invalid('Invalid JSON.', cause);
  }
  if (!isRecord(policy)) throw invalid('Invalid JSON.');
  const expiration = typeof policy.expiration === 'string' ? Date.parse(policy.expiration) : Number.NaN;
  if (Number.isNaN(expiration)) throw invalid("Invalid 'expiration' value.");
  if (!Array.isArray(policy.conditions)) throw invalid("Invalid 'conditions' value.");
  return { expiration, conditions: policy.conditions.flatMap(parseCondition) };
}

function parseCondition(condition: unknown): Condition[] {
  if (!Array.isArray(condition)) {
    if (!isRecord(condition)) throw invalid('Invalid condition.');
    return Object.entries(condition).map(([field, value]) => {
      if (typeof value !== 'string') throw invalid('Invalid Simple-Condition: value must be a string.');
      return { kind: 'eq', field: field.toLowerCase(), value };
    });
  }
  const [kind, first, second] = condition;
  if (condition.length !== 3 || typeof kind !== 'string') throw invalid('Invalid condition.');
  if (kind !== 'content-length-range') throw notImplemented();
  const [minBytes, maxBytes] = [Number(first), Number(second)];
  if (!(minBytes >= 0 && maxBytes >= minBytes)) throw invalid('Invalid content-length-range.');
  return [{ kind, minBytes, maxBytes }];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const denied = (message: string) => new S3Error('AccessDenied', `Invalid according to Policy: ${message}`);
const invalid = (message: string, cause?: unknown) =>
  new S3Error('InvalidPolicyDocument', `Invalid Policy: ${message}`, {}, cause);
