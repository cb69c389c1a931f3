import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Exchange } from './exchange.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as any client reads it
type Json = any;

type Violation = { readonly message: string; readonly path?: readonly string[] };
type Right = {
  readonly _tag: 'Right';
  readonly right: {
    readonly validations: { readonly input: readonly Violation[]; readonly output: readonly Violation[] };
  };
};
type Left = { readonly _tag: 'Left'; readonly left: Error };

/** The part of `@stoplight/prism-http` that is used here. Its types need packages that only it has. */
type Library = {
  getHttpOperationsFromSpec(document: Json): Promise<readonly unknown[]>;
  createInstance(
    config: object,
    components: object,
  ): { request(input: object, operations: readonly unknown[]): () => Promise<Right | Left> };
};

/** What Prism says about an exchange. */
export type Verdict =
  /** It is described; `violations` are what is wrong with it. */
  | { readonly kind: 'checked'; readonly violations: readonly string[] }
  /** The document does not describe the endpoint. */
  | { readonly kind: 'undescribed' }
  /** Prism cannot process it. */
  | { readonly kind: 'unchecked'; readonly reason: string };

/** Checks exchanges by an OpenAPI document. */
export type Prism = (exchange: Exchange) => Promise<Verdict>;

const quiet = (): void => undefined;
const logger = {
  child: () => logger,
  trace: quiet,
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: quiet,
  success: quiet,
};

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes),
  br: (bytes) => brotliDecompressSync(bytes),
};

const isJson = (type: string | undefined): boolean => /[/+]json\b/.test(type?.split(';')[0] ?? '');

/** A body as Prism's own server passes it on: parsed if it is JSON, or else as text. */
const bodyOf = (bytes: Buffer, type: string | undefined): unknown => {
  const text = bytes.toString('utf8');
  return isJson(type) && text !== '' ? JSON.parse(text) : text;
};

/** The body of a request: as text if it is not the JSON that its type promises, so that its refusal is checked. */
const sentBodyOf = (bytes: Buffer, type: string | undefined): unknown => {
  try {
    return bodyOf(bytes, type);
  } catch {
    return bytes.toString('utf8');
  }
};

/** Adds the default type (RFC 7578, 4.4) to the files of a form that have none: Prism's parser fails on them. */
const withTypesOfParts = (body: unknown, type: string | undefined): unknown =>
  typeof body === 'string' && type?.startsWith('multipart/form-data')
    ? body.replaceAll(
        /(\r\nContent-Disposition:[^\r\n]*;\s*filename=[^\r\n]*\r\n)(?=\r\n)/gi,
        '$1Content-Type: text/plain\r\n',
      )
    : body;

const queryOf = (query: URLSearchParams): Record<string, string | string[]> =>
  Object.fromEntries(
    [...query.keys()].map((name) => {
      const [first = '', ...further] = query.getAll(name);
      return [name, further.length === 0 ? first : [first, ...further]];
    }),
  );

/** A violation with its place, such as `response.body.job_id`. */
const describe = (part: string, { path = [], message }: Violation): string =>
  `${[part, ...path].join('.')}: ${message}`;

/** Loads Prism, from its own folder of packages, with a document. */
export const loadPrism = async (document: Json): Promise<Prism> => {
  // A variable, because the package is not there when the types are checked.
  const name = '@stoplight/prism-http';
  const { createInstance, getHttpOperationsFromSpec }: Library = await import(name);
  const operations = await getHttpOperationsFromSpec(document);
  const config = {
    isProxy: true,
    upstream: new URL(document.servers[0].url),
    mock: { dynamic: false },
    checkSecurity: true,
    validateRequest: true,
    validateResponse: true,
    errors: false,
  };

  const check = async (exchange: Exchange, sent: Buffer, received: Buffer): Promise<Verdict> => {
    const { method, path, requestHeaders, status, responseHeaders } = exchange;
    const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
    const decode = decoders[responseHeaders['content-encoding'] ?? ''];
    const bytes = decode === undefined || received.length === 0 ? received : decode(received);
    const output = {
      statusCode: status,
      headers: responseHeaders,
      body: bodyOf(bytes, responseHeaders['content-type']),
    };
    // The exchange has taken place: what Prism would forward is its response.
    const forward = () => () => async () => ({ _tag: 'Right', right: output });
    const type = requestHeaders['content-type'];
    const outcome = await createInstance(config, { logger, forward }).request(
      {
        method: method.toLowerCase(),
        url: { path: pathname, query: queryOf(searchParams) },
        headers: requestHeaders,
        body: sent.length === 0 ? null : withTypesOfParts(sentBodyOf(sent, type), type),
      },
      operations,
    )();
    if (outcome._tag === 'Left') throw outcome.left;
    const { input, output: faults } = outcome.right.validations;
    if (input.some(({ message }) => message === 'Selected route not found')) return { kind: 'undescribed' };
    // Requests that the service refuses are wrong on purpose.
    const wrong = status < 400 ? input.map((violation) => describe('request', violation)) : [];
    return {
      kind: 'checked',
      violations: [...wrong, ...faults.map((violation) => describe('response', violation))],
    };
  };

  return async (exchange) => {
    const { requestBody, responseBody } = exchange;
    if (typeof requestBody === 'string') return { kind: 'unchecked', reason: `request ${requestBody}` };
    if (typeof responseBody === 'string') return { kind: 'unchecked', reason: `response ${responseBody}` };
    try {
      return await check(exchange, requestBody, responseBody);
    } catch (error) {
      // Such as a request with a malformed body.
      const { message } = error instanceof Error ? error : { message: String(error) };
      return exchange.status < 400
        ? { kind: 'checked', violations: [`Prism cannot process it: ${message}`] }
        : { kind: 'unchecked', reason: `refused, and Prism fails on it: ${message}` };
    }
  };
};
