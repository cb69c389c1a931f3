import { apiPrefix } from '../app/addresses.ts';
import { ApiError, errorOf, unreachable } from './api-error.ts';
import type { Session } from './types.ts';

/** The token of a call: `user` is the identity provider's, for the account; `token` is the session's, for the API. */
type Access = 'user' | 'token' | 'anyone';

export type CallOptions = {
  readonly access?: Access;
  readonly method?: 'DELETE' | 'GET' | 'PATCH' | 'POST';
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly signal?: AbortSignal;
};

/** The tokens of this page. They are only in memory. */
export type Tokens = {
  readonly identity: string;
  readonly session: Session;
};

export type Client = {
  /** Calls an endpoint and returns its JSON, undefined for a 204. @throws ApiError */
  call<Answer>(path: string, options?: CallOptions): Promise<Answer>;
  /** Returns the bearer token for the API, for uploads with progress. */
  accessToken(): string;
  /** Gets a new token for the API, or sends the browser to sign in again. */
  renew(): Promise<void>;
  session(): Session;
};

const readJson = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const send = async (
  path: string,
  token: string | undefined,
  { method, json, signal }: CallOptions,
): Promise<Response> => {
  try {
    return await fetch(`${apiPrefix()}${path}`, {
      method: method ?? (json === undefined ? 'GET' : 'POST'),
      headers: {
        accept: 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(signal === undefined ? {} : { signal }),
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable(error);
  }
};

/** Calls an endpoint with or without a token. @throws ApiError */
export const callWith = async <Answer>(
  path: string,
  token: string | undefined,
  options: CallOptions = {},
): Promise<Answer> => {
  const response = await send(path, token, options);
  const body = await readJson(response);
  if (!response.ok) throw errorOf(response.status, response.headers, body);
  // The types are derived from the API's schemas.
  return body as Answer;
};

/** Opens a session with the ID token. */
export const openSession = (identity: string): Promise<Session> =>
  callWith<Session>('/account/session', identity, { method: 'POST' });

const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/**
 * Creates a client with the tokens of this page.
 *
 * @param signInAgain Redirects the browser to the identity provider. Never resolves.
 */
export const createClient = (first: Tokens, signInAgain: () => Promise<never>): Client => {
  let tokens = first;

  const renew = async (): Promise<void> => {
    try {
      tokens = { ...tokens, session: await openSession(tokens.identity) };
    } catch (error) {
      if (isUnauthorized(error)) return signInAgain();
      throw error;
    }
  };

  const call = async <Answer>(path: string, options: CallOptions = {}): Promise<Answer> => {
    const access = options.access ?? 'token';
    const attempt = (): Promise<Answer> =>
      callWith<Answer>(path, access === 'user' ? tokens.identity : tokens.session.access_token, options);
    try {
      return await attempt();
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      if (access === 'user') return signInAgain();
      await renew();
      return attempt();
    }
  };

  return {
    call,
    renew,
    accessToken: () => tokens.session.access_token,
    session: () => tokens.session,
  };
};
