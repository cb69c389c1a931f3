import type { Clock } from './clock.ts';
import { DocForgeError } from './errors.ts';
import { responseError } from './response-error.ts';

/** The function that sends requests, as the global `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What sending a request needs. */
export type Sender = { readonly fetch: Fetch; readonly clock: Clock };

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
  { fetch, clock }: Sender,
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
    if (!response.ok) throw await responseError(response, clock.now());
    return await read(response);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof DocForgeError) throw error;
    throw networkError(url, error);
  }
};
