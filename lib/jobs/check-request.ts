import { canBeReadAs } from '../conversions/formats.ts';
import { ApiError, invalidFields } from '../errors.ts';
import type { Fault } from '../faults.ts';
import type { ReadyFile } from '../files/file.ts';
import type { FormatTable, JobPlan, JobRequest } from './job-request.ts';

const quote = (text: string): string => JSON.stringify(text);

const unsupported = (request: JobRequest, from: string | undefined, table: FormatTable): ApiError => {
  const { type, target } = request;
  const isConversion = type === 'conversion';
  const field = isConversion ? 'to' : 'format';
  if (from === undefined) {
    const fault = isConversion ? 'no format converts to' : 'no format supports extracting';
    return new ApiError(
      'unsupported_conversion',
      `${fault} ${quote(target)}. GET /formats lists what is supported.`,
      { field },
    );
  }
  const supported = table.targets(type, from);
  const fault = isConversion
    ? `cannot convert ${from} to ${quote(target)}`
    : `cannot extract ${quote(target)} from ${from}`;
  return new ApiError(
    'unsupported_conversion',
    `${fault}. Supported: ${supported.length === 0 ? 'none' : supported.join(', ')}.`,
    { field, fields: { supported } },
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
      `unknown format ${quote(request.from)}. GET /formats lists all formats.`,
      { field: 'from' },
    );
  }
  return { ...request, from, target: target ?? request.target };
};

const badOptions = (faults: readonly [Fault, ...Fault[]]): ApiError =>
  invalidFields(faults, { place: 'options' });

/**
 * Plans a request for a source of one format.
 *
 * @throws ApiError `unsupported_conversion` if the format does not convert to the target, `invalid_request` for its options
 */
export const planFor = (request: JobRequest, from: string, table: FormatTable): JobPlan => {
  const planned = table.plan(request.type, from, request.target, request.options);
  if (planned === undefined) throw unsupported(request, from, table);
  if (!planned.ok) throw badOptions(planned.faults);
  return planned.plan;
};

/**
 * Plans a request for a source of unknown format. Its worker is the one that serves every format that converts to the
 * target with these options, or the standard one if several do.
 *
 * @throws ApiError `unsupported_conversion` if no format converts to the target, `invalid_request` if the options fit none
 */
export const planForAny = (request: JobRequest, table: FormatTable): JobPlan => {
  const { type, target, options } = request;
  const planned = table
    .sources(type, target)
    .flatMap((from) => table.plan(type, from, target, options) ?? []);
  const [first] = planned;
  if (first === undefined) throw unsupported(request, undefined, table);
  const workers = new Set(planned.flatMap((each) => (each.ok ? [each.plan.worker] : [])));
  if (workers.size === 0 && !first.ok) throw badOptions(first.faults);
  const [only = 'standard'] = workers;
  return {
    worker: workers.size === 1 ? only : 'standard',
    maxCharacters: undefined,
    engines: undefined,
    textRecognition: undefined,
  };
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
      `several ${format} files cannot be combined into one ${target}. Send one file as file_id. GET /formats lists the targets with several_files.`,
      { field: 'file_ids' },
    );
  }
  const other = further.find((file) => file.format !== format);
  if (other === undefined) return;
  throw new ApiError(
    'format_mismatch',
    `${other.filename} (${other.fileId}) is ${other.format}, but the first file is ${format}. Send files of one format.`,
    { field: 'file_ids', fields: { detected: other.format } },
  );
};

/** The error of a file whose content cannot be read as `from`. */
export const fileMismatch = ({ fileId, format }: ReadyFile, from: string | undefined): ApiError =>
  new ApiError(
    'format_mismatch',
    `the content of ${fileId} is ${format}, not ${from}. Correct "from" or leave it out.`,
    { field: 'from', fields: { detected: format } },
  );

/**
 * Checks the length of a text against a plan.
 *
 * @throws ApiError `too_complex`
 */
export const checkCharacters = (
  { characters }: ReadyFile,
  { maxCharacters }: JobPlan,
  target: string,
): void => {
  if (characters === undefined || maxCharacters === undefined || characters <= maxCharacters) return;
  throw new ApiError(
    'too_complex',
    `The text has ${characters} characters; the limit for ${target} is ${maxCharacters}. Split the file.`,
  );
};

/**
 * Checks the files of a request against its plan.
 *
 * @throws ApiError `format_mismatch`, `invalid_request`, `too_complex`
 */
export const checkFiles = (
  request: JobRequest,
  files: readonly [ReadyFile, ...ReadyFile[]],
  plan: JobPlan,
  table: FormatTable,
): void => {
  const { from, target } = request;
  const [first] = files;
  if (from !== undefined && !canBeReadAs(first.format, from)) throw fileMismatch(first, from);
  if (files.length > 1) checkSeveral(request, files, table);
  checkCharacters(first, plan, target);
};
