import type { Refuse } from '../api-errors.ts';
import { canonicalFormat, type Format, formats } from '../conversions/formats.ts';
import { nearestName } from '../nearest-name.ts';

/** States that a format is unknown, and which one was probably meant. */
export const unknownFormat = (name: string): string => {
  const nearest = nearestName(name, Object.keys(formats));
  const hint = nearest === undefined ? '' : ` Did you mean ${JSON.stringify(nearest)}?`;
  return `unknown format ${JSON.stringify(name)}.${hint} GET /formats lists all formats.`;
};

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
  return canonicalFormat(from) ?? refuse('invalid_request', unknownFormat(from), { field: 'from' });
};
