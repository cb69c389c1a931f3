import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The algorithm name of Signature Version 4. */
export const algorithm = 'AWS4-HMAC-SHA256';

/** The clock skew that AWS accepts: 15 minutes. */
export const maxSkewMilliseconds = 15 * 60 * 1000;

/** The number of cached signing keys. A key is derived once per secret, day, region and service. */
const maxKeptKeys = 1000;

const keptKeys = new Map<string, Buffer>();

/** Returns the lower-case hex SHA-256. */
export function sha256Hex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Derives the signing key for a day, region and service. */
export function signingKey(secret: string, date: string, region: string, service: string): Buffer {
  const name = [secret, date, region, service].join('\n');
  const kept = keptKeys.get(name);
  if (kept) return kept;
  const key = [date, region, service, 'aws4_request'].reduce<Buffer>(
    (parent, part) => createHmac('sha256', parent).update(part).digest(),
    Buffer.from(`AWS4${secret}`),
  );
  if (keptKeys.size >= maxKeptKeys) keptKeys.clear();
  keptKeys.set(name, key);
  return key;
}

/** Signs a text. Returns lower-case hex. */
export function sign(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Compares two signatures in constant time. */
export function sameSignature(expected: string, given: string): boolean {
  const left = Buffer.from(expected);
  const right = Buffer.from(given);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Percent-encodes everything but the unreserved characters of RFC 3986. */
export function uriEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Parses `20261120T120000Z`. Returns milliseconds since the epoch, undefined if the format is wrong. */
export function parseAmzDate(text: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!match) return undefined;
  const time = Date.parse(`${match.slice(1, 4).join('-')}T${match.slice(4).join(':')}Z`);
  return Number.isNaN(time) ? undefined : time;
}

/** Parses an `Authorization` header. Returns undefined if it is not SigV4. */
export function parseAuthorization(
  header: string,
): { readonly credential: string; readonly signedHeaders: string; readonly signature: string } | undefined {
  const match =
    /^AWS4-HMAC-SHA256 +Credential=([^,\s]+), *SignedHeaders=([^,\s]+), *Signature=([0-9a-f]{64})$/.exec(
      header,
    );
  if (!match) return undefined;
  const [, credential = '', signedHeaders = '', signature = ''] = match;
  return { credential, signedHeaders, signature };
}

/** Returns the header lines of a canonical request, in the order of `names`. */
export function canonicalHeaders(
  names: readonly string[],
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string[] {
  return names.map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replace(/ +/g, ' ')}`,
  );
}
