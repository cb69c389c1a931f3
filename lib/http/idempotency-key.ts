import { ApiError } from '../api-errors.ts';
import { type ApiEvent, header } from './api-event.ts';

// Printable ASCII: the characters that every client and proxy passes on unchanged.
const keyForm = /^[\x20-\x7e]{1,255}$/;

/**
 * The header `Idempotency-Key` of a request; undefined if it was not sent.
 *
 * @throws ApiError `invalid_request` unless it has 1 to 255 printable ASCII characters
 */
export const idempotencyKeyOf = (event: ApiEvent): string | undefined => {
  const key = header(event, 'idempotency-key');
  if (key === undefined || keyForm.test(key)) return key;
  throw new ApiError(
    'invalid_request',
    'Idempotency-Key: must have 1 to 255 printable ASCII characters. Use a random UUID.',
  );
};

/** The header of a response that repeats an earlier one. */
export const replayHeader = (isRepeat: boolean): { readonly 'Idempotency-Replayed'?: string } =>
  isRepeat ? { 'Idempotency-Replayed': 'true' } : {};
