import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** An answer, read whole. */
export type Answer = { readonly status: number; readonly body: Buffer };

/** One request; a body makes it a POST. */
export type Sent = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
};

/** Sends a request and reads the answer. */
export type Send = (url: string, sent?: Sent) => Promise<Answer>;

/** No call of the contract may take longer: a long poll is answered after 25 s. */
const timeoutMilliseconds = 60_000;

/** An HTTP client that keeps its connections. Rejects with the signal's reason, after the timeout, or when a connection fails. */
export const openHttp = (signal: AbortSignal): { readonly send: Send; close(): void } => {
  const agent = new Agent({ keepAlive: true });
  return {
    send: (url, { headers = {}, body } = {}) => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const method = body === undefined ? 'GET' : 'POST';
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const options = { agent, method, headers: { ...headers, ...length }, timeout: timeoutMilliseconds };
      const call = request(url, options, (response) => {
        const answer = (bytes: Buffer): void => resolve({ status: response.statusCode ?? 0, body: bytes });
        buffer(response).then(answer, reject);
      });
      const abort = (): void => {
        call.destroy(new Error('The benchmark was ended'));
      };
      call.on('timeout', () => call.destroy(new Error(`No answer from ${url} in ${timeoutMilliseconds} ms`)));
      call.on('error', reject);
      call.on('close', () => signal.removeEventListener('abort', abort));
      signal.addEventListener('abort', abort, { once: true });
      call.end(body);
      return promise;
    },
    close: () => agent.destroy(),
  };
};
