import { ApiError } from '../api-errors.ts';

/** Levels of objects and arrays in a body: more than any request needs, fewer than DynamoDB's 32. */
const maxDepth = 10;

/** The smallest magnitude besides 0 that DynamoDB stores (DynamoDB developer guide, "Data types", Number). */
const minMagnitude = 1e-130;

const isStorableNumber = (value: number): boolean =>
  value === 0 || (Math.abs(value) >= minMagnitude && Math.abs(value) <= Number.MAX_SAFE_INTEGER);

const refuse = (path: readonly string[], message: string): ApiError =>
  new ApiError('invalid_request', `${path.join('.') || 'body'}: ${message}`);

/**
 * Rejects JSON that a schema may accept but the service cannot use: deep nesting, numbers that are infinite or that
 * DynamoDB cannot store, and members named `__proto__`, which parsers silently drop.
 *
 * @throws ApiError `invalid_request`, naming the field
 */
export const refuseUnusableJson = (value: unknown, path: readonly string[] = []): void => {
  if (typeof value === 'number' && !isStorableNumber(value)) {
    throw refuse(path, `must be 0 or a number from ${minMagnitude} to ${Number.MAX_SAFE_INTEGER} in size`);
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= maxDepth)
    throw refuse(
      path.slice(0, 2),
      `is nested too deeply; the limit is ${maxDepth} levels. Send a flatter body.`,
    );
  for (const [name, member] of Object.entries(value)) {
    const place = [...path, name];
    if (name === '__proto__') throw refuse(place, 'this name is not allowed. Remove it.');
    refuseUnusableJson(member, place);
  }
};
