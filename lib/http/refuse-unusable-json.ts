import { ApiError } from '../errors.ts';

/** Levels of objects and arrays in a body: far more than any request needs, and fewer than DynamoDB's 32. */
const maxDepth = 10;

/** The smallest magnitude that DynamoDB stores, beside 0 (DynamoDB developer guide, "Data types", Number). */
const minMagnitude = 1e-130;

const isStorableNumber = (value: number): boolean =>
  value === 0 || (Math.abs(value) >= minMagnitude && Math.abs(value) <= Number.MAX_SAFE_INTEGER);

const refuse = (path: readonly string[], message: string): ApiError =>
  new ApiError('invalid_request', `${path.join('.') || 'body'}: ${message}`);

/**
 * Refuses JSON that a schema may pass and no part of the service can use: nesting without an end, numbers that are
 * infinite or that DynamoDB does not store, and members named `__proto__`, which parsers drop without a word.
 *
 * @throws ApiError `invalid_request`, naming the field
 */
export const refuseUnusableJson = (value: unknown, path: readonly string[] = []): void => {
  if (typeof value === 'number' && !isStorableNumber(value)) {
    throw refuse(path, `must be 0 or a number from ${minMagnitude} to ${Number.MAX_SAFE_INTEGER} in size`);
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= maxDepth)
    throw refuse(path.slice(0, 2), `is nested too deep; a body has at most ${maxDepth} levels`);
  for (const [name, member] of Object.entries(value)) {
    const place = [...path, name];
    if (name === '__proto__') throw refuse(place, 'this name is not allowed; leave it out');
    refuseUnusableJson(member, place);
  }
};
