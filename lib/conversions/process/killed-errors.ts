import { ConversionError, type JobErrorCode } from '../../errors.ts';
import type { Format } from '../formats.ts';
import { internalErrorMessage } from '../routing/run-routes.ts';
import type { KilledOutcome } from './run-in-child.ts';

// Any bytes are a text, so there is nothing about one that could be damaged.
const textual: readonly Format[] = ['text', 'markdown', 'csv'];

// What an engine found out before another died over the same document, and what the client should rather read.
const conclusive: readonly JobErrorCode[] = ['encrypted_document', 'unsupported_content', 'empty_document'];

/** What the job ends with when a document killed the last engine there was for it. */
export function errorOfKilled(
  { outcome, refusal, detail, engine }: KilledOutcome,
  from: Format,
  limits: { readonly deadlineSeconds: number; readonly memoryLimitBytes: number },
): ConversionError {
  if (refusal !== undefined && conclusive.includes(refusal.code)) return refusal;
  const cause = new Error(detail);
  switch (outcome) {
    case 'timed_out': {
      const message = `The document took longer than the ${limits.deadlineSeconds} seconds there are for one job. Split it or choose fewer pages.`;
      return new ConversionError('conversion_timeout', message, { cause });
    }
    case 'out_of_memory': {
      const megabytes = Math.round(limits.memoryLimitBytes / 1_000_000);
      const message = `The document needs more than the ${megabytes} MB of memory there are for one job. Split it or choose fewer pages.`;
      return new ConversionError('out_of_memory', message, { cause });
    }
    case 'crashed': {
      if (engine === undefined) return new ConversionError('internal_error', internalErrorMessage, { cause });
      if (textual.includes(from)) {
        const message = `The ${from} document has text that crashed the engine "${engine}". Remove unusual characters, or convert to another format.`;
        return new ConversionError('unsupported_content', message, { cause });
      }
      const message = `The ${from} document is damaged and cannot be read. Export or download it again.`;
      return new ConversionError('corrupt_document', message, { cause });
    }
  }
}
