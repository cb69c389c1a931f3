import { isRecord, type Json, type JsonRecord, TemplateError } from './json.ts';

/** A filter of an event source mapping: for each member the values that match, or a pattern of its members. */
export type EventPattern = { readonly [name: string]: EventPattern | readonly (string | number | null)[] };

/**
 * Reads the pattern of a filter.
 *
 * @param place identifies it in messages
 * @see https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html
 * @throws {TemplateError} if it is not JSON or has an operator, such as `{"prefix": "a"}`, instead of a value
 */
export function readEventPattern(text: string, place: string): EventPattern {
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new TemplateError(`${place}: a filter is not JSON`, { cause });
  }
  if (!isRecord(value)) throw new TemplateError(`${place}: a filter is not a JSON object`);
  return readMembers(value, place);
}

function readMembers(members: JsonRecord, place: string): EventPattern {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]): [string, EventPattern[string]] => {
      if (isRecord(value)) return [name, readMembers(value, place)];
      if (!Array.isArray(value)) throw new TemplateError(`${place}: ${name} of a filter is not an array`);
      return [name, value.map((each: Json) => readValue(each, `${place}: ${name}`))];
    }),
  );
}

function readValue(value: Json, place: string): string | number | null {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  throw new TemplateError(`${place} of a filter has an operator, which is not supported locally`);
}

/** Returns whether an event matches a pattern: each member of the pattern does. */
export function matchesPattern(pattern: EventPattern, event: Json | undefined): boolean {
  return Object.entries(pattern).every(([name, wanted]) => {
    const value = isRecord(event) ? event[name] : undefined;
    return isValues(wanted) ? wanted.some((each) => each === value) : matchesPattern(wanted, value);
  });
}

const isValues = (wanted: EventPattern[string]): wanted is readonly (string | number | null)[] =>
  Array.isArray(wanted);
