import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

/** A complete response. */
export type Answer = {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: Buffer;
  /** Bytes of the body as it was sent, which may be compressed. */
  readonly receivedBytes: number;
};

/** A request. With a body, it is a POST. */
export type Sent = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
};

/** Sends a request and reads the response. */
export type Send = (url: string, sent?: Sent) => Promise<Answer>;

/** Longer than any request of the API: a long poll ends after 25 s. */
const timeoutMilliseconds = 60_000;

/** Creates an HTTP client with keep-alive. It rejects on abort, timeout, or a failed connection. */
export const openHttp = (signal: AbortSignal): { readonly send: Send; close(): void } => {
  const agent = new Agent({ keepAlive: true });
  return {
    send: (url, { headers = {}, body } = {}) => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const method = body === undefined ? 'GET' : 'POST';
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const options = { agent, method, headers: { ...headers, ...length }, timeout: timeoutMilliseconds };
      const call = request(url, options, (response) => {
        const answer = (bytes: Buffer): void => {
          const { statusCode = 0, headers: received } = response;
          const body = received['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
          resolve({ status: statusCode, location: received.location, body, receivedBytes: bytes.length });
        };
        buffer(response).then(answer, reject);
      });
      const abort = (): void => {
        call.destroy(new Error('The benchmark was stopped'));
      };
      call.on('timeout', () =>
        call.destroy(new Error(`No response from ${url} within ${timeoutMilliseconds} ms`)),
      );
      call.on('error', reject);
      call.on('close', () => signal.removeEventListener('abort', abort));
      signal.addEventListener('abort', abort, { once: true });
      call.end(body);
      return promise;
    },
    close: () => agent.destroy(),
  };
};
