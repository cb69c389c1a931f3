/** A value as JSON.parse gives it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonRecord;

/** A JSON object. */
export type JsonRecord = { readonly [key: string]: Json };

/** What is wrong with a template, for the person who started the stack; the message names the logical id. */
export class TemplateError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'TemplateError';
  }
}

/** Whether a value is a JSON object, so neither a list nor null. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object, or an empty one where there is none. */
export function recordOf(value: Json | undefined): JsonRecord {
  return isRecord(value) ? value : {};
}

/** The value as a list, or an empty one where there is none. */
export function listOf(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
}

/** The value as text (numbers and booleans as CloudFormation writes them), or undefined. */
export function textOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** The value as a number (CloudFormation takes them quoted as well), or undefined. */
export function numberOf(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** The value as a boolean (CloudFormation takes them quoted as well), or undefined. */
export function booleanOf(value: Json | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

/** Whether a value is a JSON list. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
