import * as z from 'zod';
import type { Fault } from './faults.ts';
import { nearestName } from './nearest-name.ts';

/** Types of JSON as clients know them. */
const typeNames: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  int: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'a JSON object',
  record: 'a JSON object',
  string: 'a string',
};

/** Values longer than this are not repeated in a message. */
const MAX_SHOWN = 60;

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
};

/** Describes what was received, by its type or, if it is short, by its value. */
export const received = (value: unknown): string => {
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'a JSON object' : shown(value);
};

const unitOf: Readonly<Record<string, string>> = {
  string: ' characters',
  array: ' entries',
  set: ' entries',
};

const sizeOf = (value: unknown): number | undefined =>
  typeof value === 'string' || Array.isArray(value) ? value.length : undefined;

const bound = (word: 'most' | 'least', origin: string, limit: unknown, input: unknown): string => {
  const unit = unitOf[origin];
  if (unit === undefined) return `must be at ${word} ${limit}; this is ${shown(input)}`;
  return `must have at ${word} ${limit}${unit}; this has ${sizeOf(input)}`;
};

/** The literal values of an enumeration as a list, with the one that the client probably meant. */
const choices = (values: readonly unknown[], input: unknown): string => {
  const list = values.map(shown).join(', ');
  const names = values.filter((value) => typeof value === 'string');
  const nearest = typeof input === 'string' ? nearestName(input, names) : undefined;
  const hint = nearest === undefined ? '' : `. Did you mean ${shown(nearest)}?`;
  return `must be ${values.length === 1 ? '' : 'one of '}${list}, not ${received(input)}${hint}`;
};

/** The clauses of a union's members whose type fits the input or, if none does, what each accepts. */
const alternatives = (errors: readonly (readonly z.core.$ZodIssue[])[], input: unknown): string => {
  const inner = errors.find((issues) => issues.some(({ path }) => path.length > 0));
  if (inner !== undefined && typeof input === 'object') {
    return inner.map((issue) => `${issue.path.join('.')} ${issue.message}`).join(', ');
  }
  const values = errors.flat().flatMap((issue) => (issue.code === 'invalid_value' ? issue.values : []));
  if (values.length > 0) return choices(values, input);
  const fitting = errors.flat().find(({ code }) => code !== 'invalid_type');
  if (fitting !== undefined) return fitting.message;
  const types = errors
    .flat()
    .map((issue) => (issue.code === 'invalid_type' ? (typeNames[issue.expected] ?? issue.expected) : ''));
  return `must be ${[...new Set(types)].join(' or ')}, not ${received(input)}`;
};

/** States what a value must be, in the words of the API's reference. Schemas may have messages of their own. */
const phrase = (issue: z.core.$ZodRawIssue): string => {
  if (issue.input === undefined) return 'is required';
  if (issue.code === 'invalid_type') {
    return `must be ${typeNames[issue.expected] ?? issue.expected}, not ${received(issue.input)}`;
  }
  if (issue.code === 'invalid_value') return choices(issue.values, issue.input);
  if (issue.code === 'too_big') return bound('most', issue.origin, issue.maximum, issue.input);
  if (issue.code === 'too_small') {
    if (issue.minimum === 1 && sizeOf(issue.input) === 0) return 'must not be empty';
    return bound('least', issue.origin, issue.minimum, issue.input);
  }
  if (issue.code === 'invalid_union') return alternatives(issue.errors, issue.input);
  if (issue.code === 'not_multiple_of') return `must be a multiple of ${issue.divisor}`;
  if (issue.code === 'unrecognized_keys') return `unknown member ${issue.keys.map(shown).join(', ')}`;
  return issue.message ?? 'is invalid';
};

/** The schema at a path of an object schema; undefined if the path leaves objects and arrays. */
const schemaAt = (schema: unknown, path: readonly PropertyKey[]): unknown => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return schemaAt(schema.unwrap(), path);
  if (schema instanceof z.ZodPipe) return schemaAt(schema.in, path);
  if (schema instanceof z.ZodUnion)
    return schemaAt(
      schema.options.find((option) => option instanceof z.ZodObject),
      path,
    );
  const [name, ...rest] = path;
  if (name === undefined) return schema;
  if (schema instanceof z.ZodArray) return schemaAt(schema.element, rest);
  if (schema instanceof z.ZodObject) return schemaAt(schema.shape[String(name)], rest);
  return undefined;
};

/** Field names of other endpoints and of similar services, by the name that this contract gives them. */
const synonyms: Readonly<Record<string, string>> = {
  format: 'to',
  output_format: 'to',
  target: 'to',
  url: 'file_url',
  to: 'format',
};

const unknownMember = (name: string, known: readonly string[], kind: string): string => {
  const synonym = Object.hasOwn(synonyms, name) ? synonyms[name] : undefined;
  const meant = synonym !== undefined && known.includes(synonym) ? synonym : nearestName(name, known);
  if (meant !== undefined) return `unknown ${kind}. Did you mean ${shown(meant)}?`;
  if (known.length === 0) return `unknown ${kind}. Remove it`;
  return `unknown ${kind}. Remove it, or use ${known.length === 1 ? '' : 'one of '}${known.join(', ')}`;
};

const ended = (clause: string): string => (/[.?!]$/.test(clause) ? clause : `${clause}.`);

const faultsOf = (issue: z.core.$ZodIssue, schema: z.ZodType, kind: string): readonly Fault[] => {
  if (issue.code !== 'unrecognized_keys') {
    return [{ field: issue.path.join('.'), message: ended(issue.message) }];
  }
  const parent = schemaAt(schema, issue.path);
  const known = parent instanceof z.ZodObject ? Object.keys(parent.shape) : [];
  return issue.keys.map((key) => ({
    field: [...issue.path, /^[\w-]+$/.test(key) ? key : shown(key)].join('.'),
    message: ended(unknownMember(key, known, kind)),
  }));
};

/** A value that fits a schema, or everything that is wrong with it. */
type Checked<Output> =
  | { readonly ok: true; readonly value: Output }
  | { readonly ok: false; readonly faults: readonly [Fault, ...Fault[]]; readonly cause: z.ZodError };

/** Checks a value. `kind` is what messages call an unknown member: "field", "query parameter" or "option". */
export const checkValue = <Output>(
  schema: z.ZodType<Output>,
  value: unknown,
  kind: string,
): Checked<Output> => {
  const parsed = schema.safeParse(value, { reportInput: true, error: phrase });
  if (parsed.success) return { ok: true, value: parsed.data };
  const [first = { field: '', message: 'is invalid.' }, ...others] = parsed.error.issues.flatMap((issue) =>
    faultsOf(issue, schema, kind),
  );
  return { ok: false, faults: [first, ...others], cause: parsed.error };
};
