import { ConversionError, type JobErrorCode } from '../errors.ts';
import type { Format } from '../formats.ts';
import { internalErrorMessage } from '../routing/failures.ts';
import type { KilledOutcome } from './run-in-child.ts';

// Any bytes are valid text, so these formats cannot be damaged.
const textual: readonly Format[] = ['text', 'markdown', 'csv', 'tsv', 'srt', 'vtt'];

// Errors of an earlier engine that are more specific than the death of a later one.
const conclusive: readonly JobErrorCode[] = ['encrypted_document', 'unsupported_content', 'empty_document'];

/** Returns the job's error after a document killed the last engine for it. */
export function errorOfKilled(
  { outcome, refusal, cause, engine }: KilledOutcome,
  from: Format,
  limits: { readonly deadlineSeconds: number; readonly memoryLimitBytes: number },
): ConversionError {
  if (refusal !== undefined && conclusive.includes(refusal.code)) return refusal;
  switch (outcome) {
    case 'timed_out': {
      const message = `The document took longer than ${Math.round(limits.deadlineSeconds)} seconds, the limit for one job. Split it or choose fewer pages.`;
      return new ConversionError('conversion_timeout', message, { cause });
    }
    case 'out_of_memory': {
      const megabytes = Math.round(limits.memoryLimitBytes / 1_000_000);
      const message = `The document needs more than ${megabytes} MB of memory, the limit for one job. Split it or choose fewer pages.`;
      return new ConversionError('out_of_memory', message, { cause });
    }
    case 'crashed': {
      if (engine === undefined) return new ConversionError('internal_error', internalErrorMessage, { cause });
      if (textual.includes(from)) {
        const message = `Some text in the ${from} document crashed the engine "${engine}". Remove unusual characters, or convert to another format.`;
        return new ConversionError('unsupported_content', message, { cause });
      }
      const message = `The ${from} document is damaged and cannot be read. Export or download it again.`;
      return new ConversionError('corrupt_document', message, { cause });
    }
  }
}
