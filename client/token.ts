import { untilAborted } from './until-aborted.ts';

/** A bearer token and the number of seconds for which it is valid. */
type AccessToken = { readonly access_token: string; readonly expires_in: number };

/** A token that a program stores for its next run. */
export type SavedToken = {
  readonly accessToken: string;
  /** When to replace it, in milliseconds since the epoch. */
  readonly renewAt: number;
};

/** Where a program stores its token between runs. `POST /authorize` accepts ten calls a minute from an address. */
export type TokenCache = {
  load(): Promise<SavedToken | undefined>;
  store(token: SavedToken): Promise<void>;
};

/** Bearer tokens for calls. */
type Tokens = {
  /** Returns a valid token. All simultaneous callers wait for one exchange. */
  get(signal: AbortSignal | undefined): Promise<string>;
  /** Discards a token that the service refused. */
  discard(token: string): void;
};

/** Seconds before its expiry at which a token is replaced: longer than any call waits, apart from uploads. */
const renewalSeconds = 60;

/** An exchange that is under way. It is aborted once no caller waits for it. */
type Exchange = { readonly token: Promise<string>; readonly abort: AbortController; waiting: number };

/**
 * Creates the tokens of a client. `exchange` requests a new one; `now` is in milliseconds since the epoch. The first token is
 * that of the cache, if there is one.
 */
export const createTokens = (
  exchange: (signal: AbortSignal) => Promise<AccessToken>,
  now: () => number,
  cache: TokenCache | undefined,
): Tokens => {
  let current: SavedToken | undefined;
  let pending: Exchange | undefined;
  let isCacheRead = cache === undefined;

  const isFresh = (token: SavedToken | undefined): token is SavedToken =>
    token !== undefined && now() < token.renewAt;

  const obtain = async (signal: AbortSignal): Promise<SavedToken> => {
    if (!isCacheRead) {
      isCacheRead = true;
      const saved = await cache?.load();
      if (isFresh(saved)) return saved;
    }
    const sentAt = now();
    const { access_token: accessToken, expires_in: seconds } = await exchange(signal);
    const token = { accessToken, renewAt: sentAt + Math.max(seconds - renewalSeconds, seconds / 2) * 1000 };
    await cache?.store(token);
    return token;
  };

  const start = (): Exchange => {
    const abort = new AbortController();
    const perform = async (): Promise<string> => {
      current = await obtain(abort.signal);
      return current.accessToken;
    };
    const started: Exchange = { token: perform(), abort, waiting: 0 };
    const end = (): void => {
      if (pending === started) pending = undefined;
    };
    started.token.then(end, end);
    pending = started;
    return started;
  };

  const join = async (signal: AbortSignal | undefined): Promise<string> => {
    const running = pending ?? start();
    running.waiting += 1;
    try {
      return await untilAborted(running.token, signal);
    } finally {
      running.waiting -= 1;
      if (running.waiting === 0) {
        if (pending === running) pending = undefined;
        running.abort.abort(signal?.reason);
      }
    }
  };

  return {
    get: async (signal) => {
      signal?.throwIfAborted();
      if (isFresh(current)) return current.accessToken;
      return join(signal);
    },
    discard: (token) => {
      if (current?.accessToken === token) current = undefined;
    },
  };
};
