import type { IncomingMessage } from 'node:http';

/** The result of reading a request's body. */
type Body = Buffer | 'too-large' | 'aborted';

/**
 * Reads a body of at most `maxBytes`. Stops if Content-Length or the bytes received exceed it.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve('too-large');
  const { promise, resolve } = Promise.withResolvers<Body>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      chunks.length = 0;
      request.removeAllListeners('data');
      resolve('too-large');
    } else {
      chunks.push(chunk);
    }
  });
  request.once('end', () => resolve(Buffer.concat(chunks)));
  request.once('error', () => resolve('aborted'));
  request.once('close', () => resolve('aborted'));
  return promise;
}
