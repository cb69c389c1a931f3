import { ConversionError } from '../../errors.ts';
import { type Budget, createBudget } from './budget.ts';

const MB = 1024 * 1024;

/** Most bytes of one result where nobody says otherwise. Results are made in memory, up to twice at once. */
export const DEFAULT_MAX_RESULT_BYTES = 250 * MB;

/** Bytes that a result may still have, all files of an archive together as they are before they are packed. */
export type ResultBudget = Budget<'bytes'>;

const tooLong = (maxBytes: number): string =>
  `The result is larger than ${Math.floor(maxBytes / MB)} MB, the limit for one result. Convert a part of the document, or split it.`;

/** A budget for one result. */
export const createResultBudget = (maxBytes: number = DEFAULT_MAX_RESULT_BYTES): ResultBudget =>
  createBudget({ bytes: { max: maxBytes, message: tooLong(maxBytes) } });

/** Throws ConversionError `too_complex` for a result that is larger than the limit. */
export function checkResultSize(
  { byteLength }: Pick<Uint8Array, 'byteLength'>,
  maxBytes: number = DEFAULT_MAX_RESULT_BYTES,
): void {
  if (byteLength > maxBytes) throw new ConversionError('too_complex', tooLong(maxBytes));
}

/** Text that is being written, as UTF-8. */
export interface TextSink {
  /** Appends pieces of text. Throws ConversionError `too_complex` where the result would be larger than its limit. */
  readonly push: (...pieces: readonly string[]) => void;
  /** How many pieces were appended. */
  readonly length: number;
  /** All of it. */
  readonly bytes: () => Buffer;
}

// Long enough that the cost of a chunk does not matter, short enough to be copied cheaply.
const CHUNK_CHARACTERS = 1 << 18;

/** A sink that takes what it holds out of a budget while it is filled: several of one result share theirs. */
export function createTextSink(budget: ResultBudget = createResultBudget()): TextSink {
  const chunks: Buffer[] = [];
  let chunk = '';
  let length = 0;

  function flush(): void {
    if (chunk === '') return;
    // A character takes at least a byte, so a chunk that is too long is found before it is encoded.
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
