import type * as z from 'zod';
import { maxBodyBytes } from '../api/limits.ts';
import type { Refuse } from '../errors.ts';
import type { Content } from '../files/content.ts';
import { type ApiEvent, mediaType } from './api-event.ts';
import { readFilePart, receiveInMemory } from './multipart.ts';
import { parseJson, parseWith } from './parse-input.ts';

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

/** The options of a form, as a JSON object in a text field. */
const optionsOf = (text: string | undefined, refuse: Refuse<FormError>): unknown => {
  if (text === undefined || text.trim() === '') return undefined;
  if (Buffer.byteLength(text) > maxBodyBytes)
    return refuse('invalid_request', `options: has more than ${maxBodyBytes} bytes. Send fewer options.`);
  try {
    return parseJson(Buffer.from(text));
  } catch (cause) {
    return refuse('invalid_request', 'options: must be a JSON object, such as {"pages":"1-3"}.', { cause });
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
  const { options, ...texts } = Object.fromEntries(received);
  return {
    filename,
    content,
    fields: parseWith(schema, { ...texts, options: optionsOf(options, refuse) }, 'field'),
  };
};
