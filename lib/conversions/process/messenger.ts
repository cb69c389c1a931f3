import type { Duplex } from 'node:stream';

/**
 * Limit on one message in bytes. The largest valid ones are reports with some hundred warnings. A compromised process
 * may send endlessly, and Node.js's IPC channel would buffer all of it.
 */
const MAX_MESSAGE_BYTES = 2 ** 20;

const MAX_PIECES = 1000;
const LINE_END = 0x0a;

/** One end of a channel that exchanges lines of JSON. */
export interface Messenger {
  /** Resolves once the message is written or the peer is gone. */
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
 * Sends and receives messages over a pipe. Passes undefined to `onMessage` for invalid JSON. Stops reading after a
 * message over the limit and calls `onFlood` once.
 */
export function messengerOver(
  pipe: Duplex,
  onMessage: (message: unknown) => void,
  onFlood: () => void,
): Messenger {
  let pieces: Buffer[] = [];
  let bytes = 0;
  const append = (piece: Buffer): boolean => {
    pieces.push(piece);
    bytes += piece.length;
    // A process may send single bytes, and each buffer costs a hundred bytes of memory.
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
      if (!append(data.subarray(from, end))) return;
      const line = Buffer.concat(pieces);
      pieces = [];
      bytes = 0;
      from = end + 1;
      onMessage(parsed(line));
    }
    if (from < data.length) append(data.subarray(from));
  });
  // The exit of the peer process is handled elsewhere.
  pipe.on('error', () => undefined);
  return {
    send: (message) =>
      new Promise((resolve) => {
        if (pipe.writable) pipe.write(`${JSON.stringify(message)}\n`, () => resolve());
        else resolve();
      }),
  };
}
