import { DocForgeError } from './errors.ts';
import type { Body } from './multipart.ts';
import { withRetries } from './retry.ts';
import { type Sender, send } from './send.ts';
import { createTokens, type TokenCache } from './token.ts';

/** How the client signs in: with an API key, or with tokens that a server of yours returns, as in browsers. */
export type Credentials =
  | { readonly apiKey: string; readonly accessToken?: undefined }
  | { readonly accessToken: () => Promise<string>; readonly apiKey?: undefined };

/** A request to the API. */
type ApiRequest = {
  readonly method: 'DELETE' | 'GET' | 'PATCH' | 'POST';
  readonly path: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent instead of JSON. */
  readonly body?: Body;
  /** Sent with each try, so that a repeated call counts once. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
  /** Whether the signal ends only the pauses between tries: the caller needs the response to undo the call. */
  readonly completesRequest?: boolean;
  /** Default: 60. */
  readonly timeoutSeconds?: number;
  /** Whether a retry that ends with this error shows that an earlier try succeeded. */
  readonly isDone?: (error: DocForgeError) => boolean;
};

/** Calls the API and returns the JSON of the response; undefined if it has none. @throws DocForgeError */
export type CallApi = <Answer>(request: ApiRequest) => Promise<Answer>;

/** Longer than the service waits for a job (25 s) or API Gateway for a function (29 s). */
const defaultTimeoutSeconds = 60;

// The problem document has the codes of limits, which the plain JSON of a 429 lacks.
const accept = 'application/json, application/problem+json';

const readJson = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DocForgeError(
      'invalid_response',
      'The response is not JSON. Check that the base URL points to the API.',
      {
        status: response.status,
        cause: error,
      },
    );
  }
};

/** Creates the function that calls the API, with tokens, retries and idempotency keys. `baseUrl` ends without a slash. */
export const createApi = (
  sender: Sender,
  baseUrl: string,
  credentials: Credentials,
  tokenCache: TokenCache | undefined,
): CallApi => {
  const request = async (call: ApiRequest, token: string | undefined): Promise<unknown> => {
    const { method, path, json, idempotencyKey, timeoutSeconds = defaultTimeoutSeconds } = call;
    const signal = call.completesRequest ? undefined : call.signal;
    const body = json === undefined ? call.body?.bytes : JSON.stringify(json);
    const contentType = json === undefined ? call.body?.type : 'application/json';
    return send(
      sender,
      `${baseUrl}${path}`,
      {
        method,
        headers: {
          accept,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(contentType === undefined ? {} : { 'content-type': contentType }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        ...(body === undefined ? {} : { body }),
        redirect: 'error',
        signal,
        timeoutSeconds,
      },
      readJson,
    );
  };

  const exchange = async (signal: AbortSignal) => {
    const { apiKey, accessToken } = credentials;
    // How long a token of your own server is valid is unknown: a refused one is replaced.
    if (apiKey === undefined) return { access_token: await accessToken(), expires_in: 600 };
    const answer = await request(
      { method: 'POST', path: '/authorize', json: { api_key: apiKey }, signal },
      undefined,
    );
    // The contract's response of POST /authorize.
    return answer as { access_token: string; expires_in: number };
  };
  const tokens = createTokens(exchange, sender.clock.now, tokenCache);

  const withToken = async (call: ApiRequest): Promise<unknown> => {
    const token = await tokens.get(call.signal);
    try {
      return await request(call, token);
    } catch (error) {
      if (!(error instanceof DocForgeError) || error.status !== 401) throw error;
      tokens.discard(token);
      return request(call, await tokens.get(call.signal));
    }
  };

  return async <Answer>(call: ApiRequest): Promise<Answer> => {
    const answer = await withRetries(
      async (index) => {
        try {
          return await withToken(call);
        } catch (error) {
          if (index > 0 && error instanceof DocForgeError && call.isDone?.(error)) return undefined;
          throw error;
        }
      },
      sender.clock,
      call.signal,
    );
    // Responses have the shapes of the contract, which types.ts describes.
    return answer as Answer;
  };
};
