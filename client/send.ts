import type { Clock } from './clock.ts';
import { DocForgeError } from './errors.ts';
import { responseError } from './response-error.ts';

/** The function that sends requests, as the global `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What sending a request needs. */
export type Sender = {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Whether any request of the client has had a response. */
  readonly contact: { isMade: boolean };
};

/** Errors of a client that has never reached its service, and that finds nothing at its address: not worth a retry. */
export const unreached = new WeakSet<DocForgeError>();

/** Whether nothing listens at the address, or the host does not exist. Node.js only: browsers do not tell. */
const isNowhere = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined;
  // A host with several addresses fails with an error for each.
  const causes: readonly unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  return causes.every(
    (each) =>
      each instanceof Error && 'code' in each && (each.code === 'ECONNREFUSED' || each.code === 'ENOTFOUND'),
  );
};

const hostOf = (url: string): string => new URL(url).host;

const networkError = (url: string, error: unknown): DocForgeError => {
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  return new DocForgeError(
    'network_error',
    `${hostOf(url)} ${isTimeout ? 'did not respond in time' : 'is not reachable'}. Check the URL and the connection.`,
    { retryable: true, cause: error },
  );
};

/**
 * Sends one request and reads its response with `read`.
 *
 * @throws DocForgeError `network_error` if there is no complete response within `timeoutSeconds`, or the error of the response
 */
export const send = async <Result>(
  { fetch, clock, contact }: Sender,
  url: string,
  {
    signal,
    timeoutSeconds,
    ...init
  }: Omit<RequestInit, 'signal'> & {
    readonly signal: AbortSignal | undefined;
    readonly timeoutSeconds: number;
  },
  read: (response: Response) => Promise<Result>,
): Promise<Result> => {
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
  try {
    const response = await fetch(url, {
      ...init,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    contact.isMade = true;
    if (!response.ok) throw await responseError(response, clock.now());
    return await read(response);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof DocForgeError) throw error;
    const fault = networkError(url, error);
    if (!contact.isMade && isNowhere(error)) unreached.add(fault);
    throw fault;
  }
};
