import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type CheckExchange, exchangeChecker } from '../../support/contract.ts';
import { newAddress } from '../../support/own-address.ts';

/** A response with its body as text, and parsed if it is JSON. */
export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of every shape
  readonly json: any;
};

/** A request of the contract. */
export type Request = {
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  readonly headers?: OutgoingHttpHeaders;
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly body?: string | Uint8Array;
};

/** A plain HTTP client with its own address, so that its calls are counted separately. */
export type Client = (request: Request) => Promise<Answer>;

/** The checkers of all clients by base address. Each compiles the schemas of the document. */
const checkers = new Map<string, CheckExchange>();

const checkerOf = (baseUrl: string): CheckExchange => {
  const checker = checkers.get(baseUrl) ?? exchangeChecker(baseUrl);
  checkers.set(baseUrl, checker);
  return checker;
};

/** A client for a base address. Its calls fail if a response is not as the OpenAPI document describes it. */
export const createClient = (baseUrl: string, localAddress = newAddress()): Client => {
  const agent = new Agent({ keepAlive: true, localAddress });
  const check = checkerOf(baseUrl);
  return async ({ method, path, token, headers = {}, json, body }) => {
    const payload = json === undefined ? body : JSON.stringify(json);
    const sent = request(`${baseUrl}${path}`, {
      agent,
      method: method ?? (payload === undefined ? 'GET' : 'POST'),
      headers: {
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    sent.on('error', reject);
    sent.on('response', (response) => {
      buffer(response).then((bytes) => {
        const isJson = /json/.test(response.headers['content-type'] ?? '');
        const answer = {
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes,
          json: isJson && bytes.length > 0 ? JSON.parse(bytes.toString('utf8')) : undefined,
        };
        const contentType = bytes.length > 0 ? response.headers['content-type'] : undefined;
        const fault = check({ method: sent.method, path, contentType, ...answer });
        if (fault === undefined) resolve(answer);
        else reject(new Error(`The response violates the OpenAPI document. ${fault}`));
      }, reject);
    });
    sent.end(payload);
    return promise;
  };
};

/** A multipart/form-data body with the given parts (RFC 7578). */
export const multipart = (
  parts: readonly { name: string; filename?: string; content: string | Uint8Array; type?: string }[],
  boundary = 'boundary-of-the-test',
): Pick<Request, 'headers' | 'body'> => ({
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  body: Buffer.concat([
    ...parts.flatMap(({ name, filename, content, type }) => [
      Buffer.from(
        [
          `--${boundary}`,
          `Content-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}`,
          ...(type === undefined ? [] : [`Content-Type: ${type}`]),
          '',
          '',
        ].join('\r\n'),
      ),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]),
});
