import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, writeAnswer } from './answer.ts';

/** How long and how much a client may continue to send after an error, so that it reads the response and not a reset. */
const lingerMilliseconds = 5_000;
const maxLingerBytes = 256 * 1024 * 1024;

/**
 * Writes a response. Discards the rest of the body for a while if the client is still sending: closing at once would reset
 * the connection, and many clients would not see the response.
 */
export function endAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  writeAnswer(response, answer);
  discardRest(request);
}

/** Discards the rest of a body for a while. */
export function discardRest(request: IncomingMessage): void {
  if (request.complete) return;
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxLingerBytes) request.socket.destroy();
  });
  const timer = setTimeout(() => request.socket.destroy(), lingerMilliseconds);
  request.once('close', () => clearTimeout(timer));
  timer.unref();
}
