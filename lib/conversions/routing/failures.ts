import { installCommand, isPackageInstalled } from '../base/package-assets.ts';
import { ConversionError, type JobErrorCode } from '../errors.ts';
import type { Plan } from './plan.ts';
import { routeName } from './routes.ts';

// The most specific first.
const specificity: readonly JobErrorCode[] = [
  'encrypted_document',
  'too_complex',
  'unsupported_content',
  'empty_document',
  'corrupt_document',
];

/** The more specific of two errors about a document; the first if both are equally specific. */
export function moreSpecific(
  one: ConversionError | undefined,
  other: ConversionError | undefined,
): ConversionError | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const rank = (error: ConversionError): number =>
    specificity.includes(error.code) ? specificity.indexOf(error.code) : specificity.length;
  return rank(other) < rank(one) ? other : one;
}

/** The message of an error that is the service's fault. */
export const internalErrorMessage =
  'The document could not be processed because of an internal error. Try again.';

const tooDeepMessage =
  'The document is nested too deeply, or one of its parts is too long to process. Split or simplify it.';

const tooLongMessage =
  'The document produces text or a table that is too long to hold in memory. Split the document.';

// V8's messages for a string of more than 2^29 - 24 characters, and for arrays and buffers beyond their maximum.
const isTooLong = (error: unknown): boolean =>
  error instanceof RangeError &&
  /^Invalid (?:string|array|typed array) length|^Array buffer allocation/.test(error.message);

/** The pages of a part could not be recognized, though another engine may read the document without recognition. */
export const unrecognizedPages = (): ConversionError =>
  new ConversionError('internal_error', 'Text recognition (OCR) of the pages failed. Try again.');

const diskFullMessage =
  'The document and its result need more disk space than one job has. Split the document, or choose fewer pages.';

// Nothing of earlier documents is on the disk, so another attempt would fill it too.
const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOSPC';

/** Turns a full disk, and V8's error for a value beyond its maximum length, into `too_complex`; returns any other error unchanged. */
export function foreseen(error: unknown): unknown {
  if (isDiskFull(error)) return new ConversionError('too_complex', diskFullMessage, { cause: error });
  return isTooLong(error) ? new ConversionError('too_complex', tooLongMessage, { cause: error }) : error;
}

const damagedMessage =
  'The document has content that no engine could process; it may be damaged. Save or export it again.';

// A C++ exception that leaves a WebAssembly module, such as LibreOffice's for values that it does not expect.
const isWasmException = (error: unknown): boolean =>
  Object.prototype.toString.call(error) === '[object WebAssembly.Exception]';

/**
 * The error of a document that no engine could process. V8 throws RangeError if the document exhausts the stack, which is
 * `too_complex`; an exception of a program in WebAssembly is `corrupt_document`, and anything else `internal_error`.
 */
export function unforeseenFailure(error: unknown): ConversionError {
  if (isWasmException(error))
    return new ConversionError('corrupt_document', damagedMessage, { cause: error });
  return error instanceof RangeError
    ? new ConversionError('too_complex', tooDeepMessage, { cause: error })
    : new ConversionError('internal_error', internalErrorMessage, { cause: error });
}

/** The error if none of a plan's routes is installed. Trying again would not help. */
export function notInstalled({ from, target, routes }: Plan): ConversionError {
  const needs = routes.map((route) => `"${routeName(route)}"`);
  const what =
    target.operation === 'convert' ? `convert ${from} to ${target.to}` : `extract ${target.to} from ${from}`;
  const message = `Cannot ${what} here: it needs ${[...new Set(needs)].join(' or ')}, which is not installed.`;
  // The first route is the best one.
  const packages = (routes[0] ?? []).flatMap(({ engine: { package: name } }) =>
    name === undefined || isPackageInstalled(name) ? [] : [name],
  );
  return new ConversionError(
    'unsupported_content',
    packages.length === 0 ? message : `${message} Run ${installCommand(packages)}`,
  );
}
