import * as z from 'zod';
import { ConversionError, jobErrors } from '../errors.ts';

const MAX_PLACES = 30;
const MAX_CAUSES = 5;

// The names of classes, error codes, engines and source files; none has room for a sentence of a document.
const name = z.string().regex(/^[A-Za-z][\w.-]{0,63}$/);
const place = z.string().regex(/^[\w@./+-]{1,200}:\d{1,9}:\d{1,9}$/);

/**
 * What a log may contain about an error: never its message, which may quote the document. An engine process sends it, so it
 * is parsed.
 */
export const faultRecord = z.object({
  /** Class of the error, or how the engine process ended. */
  name,
  /** Code of the error, or the signal or exit code of the engine process. */
  code: name.optional(),
  engine: name.optional(),
  /** Where it was thrown, innermost first, as `file:line:column`. */
  places: z.array(place).max(MAX_PLACES),
  get cause() {
    return faultRecord.optional();
  },
});

/** See {@link faultRecord}. */
type FaultRecord = z.infer<typeof faultRecord>;

/** An error in an engine process. Its message may quote the document; `record` may be logged. */
export class EngineFault extends Error {
  readonly record: FaultRecord;

  constructor(detail: string, record: FaultRecord) {
    super(detail);
    this.name = 'EngineFault';
    this.record = record;
  }
}

/** A path without its scheme, with line and column. */
const PLACE = /^[\w@./+-]+:\d+:\d+$/;

/** The place in a stack frame, `at name (file:///path:1:2)` or `at path:1:2`, from the last folder of code on. */
function placeOf(frame: string): string | undefined {
  const path = frame
    .slice(frame.lastIndexOf(' ') + 1)
    .replace(/^\(/, '')
    .replace(/\)$/, '')
    .replace(/^\w+:\/\//, '');
  if (!PLACE.test(path)) return undefined;
  const folder = Math.max(path.lastIndexOf('/node_modules/'), path.lastIndexOf('/lib/'));
  return path.slice((folder < 0 ? path.lastIndexOf('/') : folder) + 1);
}

/**
 * The stack frames at the end of a stack, without function names, which may be keys of a document. Paths start at the last
 * folder of code, so that they show nothing of the machine.
 */
function placesOf(stack: string): string[] {
  const lines = stack.split('\n');
  const start = lines.findLastIndex((line) => !line.startsWith('    at ')) + 1;
  return lines
    .slice(start)
    .flatMap((line) => placeOf(line) ?? [])
    .filter((found) => place.safeParse(found).success)
    .slice(0, MAX_PLACES);
}

const knownName = (value: unknown): string | undefined => name.safeParse(value).data;

/** Returns what a log may contain about an error, and about its causes. */
export function recordFault(error: unknown, depth = 0): FaultRecord {
  if (error instanceof EngineFault) return error.record;
  if (!(error instanceof Error)) return { name: typeof error, places: [] };
  const code = 'code' in error ? error.code : undefined;
  // A code that is not a constant could quote the document.
  const isConstant =
    typeof code === 'string' && (Object.hasOwn(jobErrors, code) || /^[A-Z][A-Z\d_]*$/.test(code));
  // Errors of AWS services, whose class is often that of all errors of the service.
  const service = '$metadata' in error ? knownName(error.name) : undefined;
  return {
    // Bundles shorten the names of classes.
    name:
      service ??
      (error instanceof ConversionError ? 'ConversionError' : knownName(error.constructor.name)) ??
      'Error',
    ...(isConstant ? { code: knownName(code) } : {}),
    places: placesOf(error.stack ?? ''),
    ...(error.cause === undefined || depth >= MAX_CAUSES
      ? {}
      : { cause: recordFault(error.cause, depth + 1) }),
  };
}
