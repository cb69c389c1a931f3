import { createHash } from 'node:crypto';
import { ApiError } from '../api-errors.ts';
import type { Operation } from './operation.ts';

/** Seconds for which a call is not carried out again under its idempotency key. */
export const idempotencySeconds = 86_400;

/** A call that its client may send again: its idempotency key, and a hash of what it requests. */
export type RepeatableCall = { readonly key: string; readonly fingerprint: string };

/** What is recorded of the first call with a key. Times are in ms since the epoch. */
export type RecordedCall = {
  readonly fingerprint: string;
  /** The id of the file or job that the call created. */
  readonly resourceId: string;
  /** Until when the call counts as under way; undefined once it has succeeded. */
  readonly pendingUntil: number | undefined;
};

/** The recorded calls of an account. */
export type CallStore = {
  /** Returns the call that was recorded under a key within the last 24 hours. */
  find(accountId: string, key: string, now: number): Promise<RecordedCall | undefined>;
};

/** A value whose objects list their members in one order, so that equal requests have equal texts. */
const inOneOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOneOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, inOneOrder(member)]);
};

/** The call of an operation, which requests `content` from `endpoint`; undefined if it has no idempotency key. */
export const repeatableCall = (
  { idempotencyKey: key }: Operation,
  endpoint: string,
  content: unknown,
): RepeatableCall | undefined => {
  if (key === undefined) return undefined;
  const text = JSON.stringify([endpoint, inOneOrder(content)]);
  return { key, fingerprint: createHash('sha256').update(text).digest('base64url') };
};

/**
 * The id of the file or job that the first call with the key created.
 *
 * @throws ApiError `idempotency_mismatch` if the first call requested something else
 */
export const resourceOfFirstCall = (recorded: RecordedCall, call: RepeatableCall): string => {
  if (recorded.fingerprint === call.fingerprint) return recorded.resourceId;
  throw new ApiError(
    'idempotency_mismatch',
    'Idempotency-Key: this key was used for another request in the last 24 hours. Use a new key for each request.',
  );
};

/** The error of a call whose first sending is still under way. */
export const callInFlight = (): ApiError =>
  new ApiError(
    'idempotency_in_flight',
    'Idempotency-Key: the first request with this key is still running. Retry after the number of seconds in Retry-After.',
    { headers: { 'Retry-After': '1' } },
  );
