import type { Refuse } from '../api-errors.ts';
import { canonicalFormat, type Format } from '../conversions/formats.ts';

/**
 * The format that the query parameter `from` names; undefined if it was not sent.
 *
 * @throws ApiError `invalid_request` if it is not a format
 */
export const sourceFormat = (
  from: string | undefined,
  refuse: Refuse<'invalid_request'>,
): Format | undefined => {
  if (from === undefined) return undefined;
  return (
    canonicalFormat(from) ??
    refuse('invalid_request', `unknown format ${JSON.stringify(from)}. GET /formats lists all formats.`, {
      field: 'from',
    })
  );
};
