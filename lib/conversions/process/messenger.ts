import type { Duplex } from 'node:stream';

/**
 * Bytes of one message. The largest proper ones are reports with some hundred warnings; a process that a document took over
 * may send without end, and Node.js's own channel would keep all of it in memory.
 */
export const MAX_MESSAGE_BYTES = 2 ** 20;

const MAX_PIECES = 1000;
const LINE_END = 0x0a;

/** One side of a conversation in lines of JSON. */
export interface Messenger {
  /** Resolves when the message is written, or the other side is gone. */
  readonly send: (message: object) => Promise<void>;
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined;
  }
}

/**
 * Sends and receives messages over a pipe. What is no JSON reaches `onMessage` as undefined. After a message over the limit
 * nothing more is read, and `onFlood` is called once.
 */
export function messengerOver(
  pipe: Duplex,
  onMessage: (message: unknown) => void,
  onFlood: () => void,
): Messenger {
  let pieces: Buffer[] = [];
  let bytes = 0;
  const keep = (piece: Buffer): boolean => {
    pieces.push(piece);
    bytes += piece.length;
    // A process may send byte by byte: a piece takes a hundred bytes besides.
    if (pieces.length > MAX_PIECES) pieces = [Buffer.concat(pieces)];
    if (bytes <= MAX_MESSAGE_BYTES) return true;
    pieces = [];
    pipe.destroy();
    onFlood();
    return false;
  };
  pipe.on('data', (data: Buffer) => {
    let from = 0;
    for (let end = data.indexOf(LINE_END); end >= 0; end = data.indexOf(LINE_END, from)) {
      if (!keep(data.subarray(from, end))) return;
      const line = Buffer.concat(pieces);
      pieces = [];
      bytes = 0;
      from = end + 1;
      onMessage(parsed(line));
    }
    if (from < data.length) keep(data.subarray(from));
  });
  // The end of the other process tells of it.
  pipe.on('error', () => undefined);
  return {
    send: (message) =>
      new Promise((resolve) => {
        if (pipe.writable) pipe.write(`${JSON.stringify(message)}\n`, () => resolve());
        else resolve();
      }),
  };
}
