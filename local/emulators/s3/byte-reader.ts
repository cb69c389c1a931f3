import { S3Error } from './errors.ts';

/** Reads lines and runs of bytes from a stream of chunks, without copying the bytes it returns. */
export type ByteReader = {
  /** The next line, without its CRLF. @throws S3Error IncompleteBody if the stream ends or the line is too long */
  readonly line: () => Promise<string>;
  /** Up to `maxBytes` bytes, as many as are available. Empty only at the end of the stream. */
  readonly take: (maxBytes: number) => Promise<Buffer>;
  /** The bytes before a delimiter, which is consumed. @throws S3Error IncompleteBody if it does not occur */
  readonly until: (delimiter: Buffer) => AsyncGenerator<Buffer>;
};

const maxLineBytes = 8192;

/** Creates a reader of a body. */
export function createByteReader(source: AsyncIterable<Buffer>): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  const more = async (): Promise<boolean> => {
    const next = await chunks.next();
    if (next.done) return false;
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value]);
    return true;
  };

  return {
    async line() {
      for (;;) {
        const end = rest.indexOf('\r\n');
        if (end >= 0) {
          const text = rest.toString('latin1', 0, end);
          rest = rest.subarray(end + 2);
          return text;
        }
        if (rest.length > maxLineBytes || !(await more())) {
          throw terminated();
        }
      }
    },
    async take(maxBytes) {
      while (rest.length === 0) if (!(await more())) return rest;
      const taken = rest.subarray(0, maxBytes);
      rest = rest.subarray(taken.length);
      return taken;
    },
    async *until(delimiter) {
      for (;;) {
        const end = rest.indexOf(delimiter);
        // The chunk may end with the start of the delimiter.
        const size = end < 0 ? rest.length - delimiter.length + 1 : end;
        if (size > 0) {
          const data = rest.subarray(0, size);
          rest = rest.subarray(size);
          yield data;
        }
        if (end >= 0) {
          rest = rest.subarray(delimiter.length);
          return;
        }
        if (!(await more())) throw terminated();
      }
    },
  };
}

const terminated = () => new S3Error('IncompleteBody', 'The request body terminated unexpectedly');
