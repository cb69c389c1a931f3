import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SignatureV4 } from '@smithy/signature-v4';
import { encodeUri } from '../files/attachment.ts';
import { bucketUrl } from './bucket-url.ts';
import type { Table } from './table.ts';

/** The part of an SDK client's configuration that requests to S3 use. */
type RequestConfig = Pick<Table['client']['config'], 'credentials' | 'region' | 'sha256' | 'requestHandler'>;

/** The part of the configuration that signing uses. */
export type SigningConfig = Pick<
  ConstructorParameters<typeof SignatureV4>[0],
  'credentials' | 'region' | 'sha256'
>;

/** A request for an object. Each attempt has a new body, because a stream can be sent only once. */
type ObjectRequest = {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: () => Uint8Array | Readable;
  /** Aborts the request, including between two attempts. */
  readonly signal?: AbortSignal | undefined;
};

/** An error response from S3. As in the SDK, its name is the error code, such as `NoSuchKey`. */
export class S3Error extends Error {
  /** As in errors of the SDK, by which a log recognizes an error of a service and contains its name. */
  readonly $metadata: { readonly httpStatusCode: number };

  /** `requestId` is S3's request id, which AWS support asks for. */
  constructor(code: string, status: number, requestId: string | undefined) {
    super(`S3 responded ${status} ${code} (request ${requestId})`);
    this.name = code;
    this.$metadata = { httpStatusCode: status };
  }
}

/** The region of a configuration. */
export const regionOf = async ({ region }: Pick<SigningConfig, 'region'>): Promise<string> =>
  typeof region === 'string' ? region : await region();

/** The SDK's signer for S3, which encodes paths once. */
export const s3Signer = ({ credentials, region, sha256 }: SigningConfig): SignatureV4 =>
  new SignatureV4({ credentials, region, sha256, service: 's3', uriEscapePath: false });

/** The address of an object, in the parts of the SDK's requests. */
export const objectAddress = (bucket: URL, key: string) => {
  const { protocol, host, hostname, port, pathname } = bucket;
  return {
    protocol,
    hostname,
    ...(port === '' ? {} : { port: Number(port) }),
    path: `${pathname === '/' ? '' : pathname}/${key.split('/').map(encodeUri).join('/')}`,
    headers: { host },
    query: {},
  };
};

const attempts = 5;
/** Half the maximum pause before the second attempt. The pause doubles with each further attempt. */
const pauseMilliseconds = 100;

/**
 * 4xx codes that are worth a retry: a body that arrived too slowly, and a conditional put that races another write of its key
 * (Amazon S3 user guide, "Add preconditions to S3 operations with conditional requests").
 */
const transientCodes = ['RequestTimeout', 'ConditionalRequestConflict'];

/** Returns true if the error is worth a retry. An error without a status is a connection error. */
const isTransient = (error: unknown): boolean =>
  !(error instanceof S3Error) ||
  error.$metadata.httpStatusCode === 429 ||
  error.$metadata.httpStatusCode >= 500 ||
  transientCodes.includes(error.name);

/**
 * Returns the timeout of an attempt, so that a connection that hangs does not use up the function's time. A slow connection of a
 * Lambda function sends 10 MB a second; objects to read have at most about 100 MB.
 */
const attemptMilliseconds = (method: ObjectRequest['method'], sentBytes: number): number =>
  method === 'GET' ? 30_000 : 10_000 + Math.ceil(sentBytes / 10_000);

/** Runs an attempt with a signal that aborts it at the timeout. Throws TimeoutError, as the SDK does. */
const withinTime = async <Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  attempt: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const timeout = AbortSignal.timeout(milliseconds);
  try {
    return await attempt(signal === undefined ? timeout : AbortSignal.any([timeout, signal]));
  } catch (cause) {
    if (!timeout.aborted || signal?.aborted === true) throw cause;
    const error = new Error(`S3 did not respond within ${milliseconds} ms`, { cause });
    error.name = 'TimeoutError';
    throw error;
  }
};

const retryTransient = async <Result>(
  signal: AbortSignal | undefined,
  send: () => Promise<Result>,
): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (attempt === attempts || signal?.aborted === true || !isTransient(error)) throw error;
      await sleep(Math.random() * pauseMilliseconds * 2 ** attempt);
    }
  }
};

/** Returns the code in the XML of an error; empty if a proxy responded without one. */
const codeOf = (body: Buffer): string =>
  /<Code>(\w{1,100})<\/Code>/.exec(body.toString())?.[1] ?? 'UnknownError';

/**
 * Returns a function that sends requests for the objects of a bucket and returns the body of the response. It signs and
 * connects as the SDK's clients do, and retries transient errors. It replaces the SDK's S3 client, which adds 170 KB to a bundle.
 *
 * The returned function throws S3Error, or the error of the last connection.
 */
export const objectRequests = (
  bucket: string,
  config: RequestConfig,
): ((request: ObjectRequest) => Promise<Buffer>) => {
  const signer = s3Signer(config);
  return ({ method, key, query = {}, headers, body: newBody, signal }) => {
    const send = async (attemptSignal: AbortSignal): Promise<Buffer> => {
      const address = objectAddress(bucketUrl(bucket, await regionOf(config)), key);
      const body = newBody?.();
      try {
        const signed = await signer.sign({
          ...address,
          query,
          method,
          headers: { ...address.headers, ...headers },
          body,
        });
        const { response } = await config.requestHandler.handle(signed, {
          abortSignal: attemptSignal,
          // The timeout of calls to the table is too short for large objects.
          requestTimeout: 0,
        });
        const received = await buffer(response.body);
        if (response.statusCode < 300) return received;
        throw new S3Error(codeOf(received), response.statusCode, response.headers['x-amz-request-id']);
      } finally {
        if (body instanceof Readable) body.destroy();
      }
    };
    return retryTransient(signal, () =>
      withinTime(attemptMilliseconds(method, Number(headers?.['content-length'] ?? 0)), signal, send),
    );
  };
};
