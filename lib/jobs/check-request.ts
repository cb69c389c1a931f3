import { ApiError } from '../errors.ts';
import type { ReadyFile } from '../files/file.ts';
import type { FormatTable, JobRequest } from './job-request.ts';

const quote = (text: string): string => JSON.stringify(text);

const unsupported = (request: JobRequest, from: string | undefined, table: FormatTable): ApiError => {
  const { type, target } = request;
  const isConversion = type === 'conversion';
  const field = isConversion ? 'to' : 'format';
  if (from === undefined) {
    const fault = isConversion ? 'no format converts to' : 'no format contains';
    return new ApiError(
      'unsupported_conversion',
      `${field}: ${fault} ${quote(target)}. GET /formats lists what is supported.`,
    );
  }
  const supported = table.targets(type, from);
  const fault = isConversion
    ? `cannot convert ${from} to ${quote(target)}`
    : `cannot extract ${quote(target)} from ${from}`;
  return new ApiError(
    'unsupported_conversion',
    `${field}: ${fault}. Supported: ${supported.length === 0 ? 'none' : supported.join(', ')}.`,
    { fields: { supported } },
  );
};

/**
 * Replaces aliases of formats by their canonical names.
 *
 * @throws ApiError `unsupported_conversion` if `from` is not a format
 */
export const canonicalRequest = (request: JobRequest, table: FormatTable): JobRequest => {
  const target = request.type === 'conversion' ? table.canonical(request.target) : undefined;
  const from = request.from === undefined ? undefined : table.canonical(request.from);
  if (request.from !== undefined && from === undefined) {
    throw new ApiError(
      'unsupported_conversion',
      `from: unknown format ${quote(request.from)}. GET /formats lists all formats.`,
    );
  }
  return { ...request, from, target: target ?? request.target };
};

/**
 * The formats that the source of a request may have: those that convert to its target with its options.
 *
 * @throws ApiError `unsupported_conversion` if there are none, `invalid_request` if the options fit none of them
 */
export const acceptableFormats = (request: JobRequest, table: FormatTable): readonly string[] => {
  const { type, from, target, options } = request;
  const sources = table.sources(type, target);
  const candidates = from === undefined ? sources : sources.filter((source) => source === from);
  const [first] = candidates;
  if (first === undefined) throw unsupported(request, from, table);
  const refusalOf = (source: string) => table.refuseOptions(type, source, target, options);
  const acceptable = candidates.filter((source) => refusalOf(source) === undefined);
  if (acceptable.length === 0) throw new ApiError('invalid_request', `options: ${refusalOf(first)}`);
  return acceptable;
};

const checkSeveral = (
  request: JobRequest,
  [first, ...further]: readonly [ReadyFile, ...ReadyFile[]],
  table: FormatTable,
): void => {
  const { type, target } = request;
  const { format } = first;
  if (!table.takesSeveral(type, format, target)) {
    throw new ApiError(
      'invalid_request',
      `file_ids: several ${format} files cannot be combined into one ${target}. Send one file as file_id. GET /formats lists the targets with several_files.`,
    );
  }
  const other = further.find((file) => file.format !== format);
  if (other === undefined) return;
  throw new ApiError(
    'format_mismatch',
    `file_ids: ${other.fileId} is ${other.format}, but the first file is ${format}. Send files of one format.`,
    { fields: { detected: other.format } },
  );
};

/**
 * Checks the files of a request against its formats, target and options.
 *
 * @returns the format of all the files
 * @throws ApiError `format_mismatch`, `unsupported_conversion`, `invalid_request`, `too_complex`
 */
export const checkFiles = (
  request: JobRequest,
  files: readonly [ReadyFile, ...ReadyFile[]],
  table: FormatTable,
): string => {
  const { type, from, target, options } = request;
  const [{ fileId, format, characters }] = files;
  if (from !== undefined && format !== from) {
    throw new ApiError(
      'format_mismatch',
      `from: the content of ${fileId} is ${format}, not ${from}. Correct "from" or leave it out.`,
      { fields: { detected: format } },
    );
  }
  if (!table.targets(type, format).includes(target)) throw unsupported(request, format, table);
  const refusal = table.refuseOptions(type, format, target, options);
  if (refusal !== undefined) throw new ApiError('invalid_request', `options: ${refusal}`);
  if (files.length > 1) checkSeveral(request, files, table);
  const maxCharacters = table.maxCharacters(type, format, target, options);
  if (characters !== undefined && maxCharacters !== undefined && characters > maxCharacters) {
    throw new ApiError(
      'too_complex',
      `The text has ${characters} characters; the limit for ${target} is ${maxCharacters}. Split the file.`,
    );
  }
  return format;
};
