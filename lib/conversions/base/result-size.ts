import { ConversionError } from '../errors.ts';
import { type Budget, createBudget } from './budget.ts';

const MB = 1024 * 1024;

/** Default size limit of a result in bytes. Results are built in memory, up to two at a time. */
const DEFAULT_MAX_RESULT_BYTES = 250 * MB;

/** Bytes left for a result. All files of an archive share one budget, measured before compression. */
export type ResultBudget = Budget<'bytes'>;

const tooLong = (maxBytes: number): string =>
  `The result is larger than ${Math.floor(maxBytes / MB)} MB, the limit for one result. Convert fewer pages or split the document.`;

/** Creates the budget of one result. */
export const createResultBudget = (maxBytes: number = DEFAULT_MAX_RESULT_BYTES): ResultBudget =>
  createBudget({ bytes: { max: maxBytes, message: tooLong(maxBytes) } });

/** Throws ConversionError `too_complex` if the result exceeds the limit. */
export function checkResultSize(
  { byteLength }: Pick<Uint8Array, 'byteLength'>,
  maxBytes: number = DEFAULT_MAX_RESULT_BYTES,
): void {
  if (byteLength > maxBytes) throw new ConversionError('too_complex', tooLong(maxBytes));
}

/** Accumulates text as UTF-8. */
export interface TextSink {
  /** Appends text. Throws ConversionError `too_complex` if the result would exceed its limit. */
  readonly push: (...pieces: readonly string[]) => void;
  /** Number of pieces appended. */
  readonly length: number;
  /** Returns everything written so far. */
  readonly bytes: () => Buffer;
}

// Large enough to amortize the cost of a chunk, small enough to copy cheaply.
const CHUNK_CHARACTERS = 1 << 18;

/** Creates a sink that spends from `budget` while it is filled; sinks of the same result share a budget. */
export function createTextSink(budget: ResultBudget = createResultBudget()): TextSink {
  const chunks: Buffer[] = [];
  let chunk = '';
  let length = 0;

  function flush(): void {
    if (chunk === '') return;
    // Each character takes at least one byte, so an oversized chunk is detected before it is encoded.
    const bytes = Buffer.from(chunk);
    budget.spend('bytes', bytes.length);
    chunks.push(bytes);
    chunk = '';
  }

  return {
    push: (...pieces) => {
      for (const piece of pieces) {
        length += 1;
        chunk += piece;
        if (chunk.length >= CHUNK_CHARACTERS) flush();
      }
    },
    get length() {
      return length;
    },
    bytes: () => {
      flush();
      return Buffer.concat(chunks);
    },
  };
}
