import { createHash, randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { decodeTime, encodeTime, ulid } from 'ulid';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The literal that every API key begins with. */
export const apiKeyPrefix = 'df_live_';

const apiKeyRandomLength = 26;
const apiKeyChecksumLength = 6;
const apiKeyForm = new RegExp(`^${apiKeyPrefix}[0-9A-Za-z]{${apiKeyRandomLength + apiKeyChecksumLength}}$`);

const apiKeyChecksum = (text: string): string => {
  let rest = crc32(text);
  let checksum = '';
  for (let place = 0; place < apiKeyChecksumLength; place += 1) {
    checksum = base62.charAt(rest % 62) + checksum;
    rest = Math.floor(rest / 62);
  }
  return checksum;
};

/**
 * A new API key: `df_live_`, 26 random base62 characters (154 bits), and 6 of CRC-32 over everything before them.
 *
 * `pick(62)` gives an unbiased integer from 0 to 61.
 */
export const newApiKey = (pick: (bound: number) => number = (bound) => randomInt(bound)): string => {
  const random = Array.from({ length: apiKeyRandomLength }, () => base62.charAt(pick(62))).join('');
  const body = `${apiKeyPrefix}${random}`;
  return `${body}${apiKeyChecksum(body)}`;
};

/** Whether a text has the form and the checksum of an API key; recognizes a mistyped key without a database call. */
export const isApiKey = (text: string): boolean =>
  apiKeyForm.test(text) &&
  apiKeyChecksum(text.slice(0, -apiKeyChecksumLength)) === text.slice(-apiKeyChecksumLength);

/** A new bearer token: 256 random bits in base64url, 43 characters. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The SHA-256 of a secret in base64url; the only form in which keys and tokens are stored. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

const idKinds = {
  account: 'acct',
  apiKey: 'key',
  file: 'file',
  job: 'job',
  webhook: 'whk',
  delivery: 'msg',
} as const;

/** What an id can name. */
export type IdKind = keyof typeof idKinds;

/** A new id: the kind's prefix and a ULID, so ids of a kind sort by creation time (`now`, in ms). */
export const newId = (kind: IdKind, now: number): string => `${idKinds[kind]}_${ulid(now)}`;

/** The smallest possible id of a kind created at `time` (ms) or later; ids hold whole milliseconds. */
export const firstIdAt = (kind: IdKind, time: number): string =>
  `${idKinds[kind]}_${encodeTime(Math.floor(time))}${'0'.repeat(16)}`;

/** When an id was created, in ms since the epoch. */
export const timeOfId = (id: string): number => decodeTime(id.slice(id.indexOf('_') + 1));

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The id of a kind created at `time` (ms) whose other 80 bits are the first ones of a digest, so that it can be derived again. */
export const idOfDigest = (kind: IdKind, time: number, digest: Uint8Array): string => {
  const bits = [...digest.subarray(0, 10)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const digits = Array.from({ length: 16 }, (_, place) =>
    crockford.charAt(Number.parseInt(bits.slice(place * 5, place * 5 + 5), 2)),
  );
  return `${idKinds[kind]}_${encodeTime(time)}${digits.join('')}`;
};

const ulidForm = '[0-7][0-9A-HJKMNP-TV-Z]{25}';

/** Whether a text has the form of an id of this kind; anything else cannot name an item and need not be looked up. */
export const isId = (kind: IdKind, text: string): boolean =>
  new RegExp(`^${idKinds[kind]}_${ulidForm}$`).test(text);
