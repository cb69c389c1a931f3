import type * as z from 'zod';
import { maxBodyBytes } from '../api/limits.ts';
import type { Refuse } from '../api-errors.ts';
import { parseWith } from '../api-errors.ts';
import type { Content } from '../files/content.ts';
import { type ApiEvent, mediaType } from './api-event.ts';
import { readFilePart, receiveInMemory } from './multipart.ts';
import { parseJson } from './parse-input.ts';

/** A file and the fields of the request for its job. */
export type JobForm<Fields> = {
  readonly filename: string;
  readonly content: Content;
  readonly fields: Fields;
};

type FormError =
  | 'invalid_request'
  | 'unsupported_media_type'
  | 'invalid_multipart'
  | 'missing_file'
  | 'multiple_files'
  | 'file_too_large';

/** The fields of a form that are JSON, with their kind and an example of each. */
const jsonFields = {
  options: { kind: 'a JSON object', example: '{"pages":"1-3"}' },
  steps: { kind: 'a JSON array', example: '[{"to":"pdf"},{"format":"text"}]' },
} as const;

/** The value of a JSON field of a form; undefined if it is missing or empty. */
const parseField = (
  name: keyof typeof jsonFields,
  text: string | undefined,
  refuse: Refuse<FormError>,
): unknown => {
  if (text === undefined || text.trim() === '') return undefined;
  if (Buffer.byteLength(text) > maxBodyBytes)
    return refuse('invalid_request', `has more than ${maxBodyBytes} bytes. Send fewer ${name}.`, {
      field: name,
    });
  try {
    return parseJson(Buffer.from(text));
  } catch (cause) {
    const { kind, example } = jsonFields[name];
    return refuse('invalid_request', `must be ${kind}, such as ${example}.`, { field: name, cause });
  }
};

/**
 * Reads the multipart body of a request for a job: the file, and the text fields that the schema names. Each has its last value. Further
 * text fields are ignored. Undefined if the body is not multipart.
 *
 * @throws ApiError `invalid_request` for fields, and those of `readFilePart`
 */
export const readJobForm = async <Fields>(
  event: ApiEvent,
  schema: z.ZodType<Fields>,
  maxBytes: number,
  refuse: Refuse<FormError>,
): Promise<JobForm<Fields> | undefined> => {
  if (mediaType(event) !== 'multipart/form-data') return undefined;
  const received = new Map<string, string>();
  const onField = (name: string, text: string) => received.set(name, text);
  const reception = { receive: receiveInMemory, maxBytes, onField };
  const { filename, content } = await readFilePart(event, reception, refuse);
  const { options, steps, ...texts } = Object.fromEntries(received);
  const parsed = {
    options: parseField('options', options, refuse),
    steps: parseField('steps', steps, refuse),
  };
  return { filename, content, fields: parseWith(schema, { ...texts, ...parsed }, 'field') };
};
