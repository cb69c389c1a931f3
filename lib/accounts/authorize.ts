import { tokenSeconds } from '../api/limits.ts';
import { ApiError } from '../api-errors.ts';
import { isApiKey, newToken, secretHash } from '../ids.ts';

/** The database operations of trading an API key for a token. */
export type TokenStore = {
  /** Returns the account and id of the key with this hash; undefined if there is none. */
  findKey(keyHash: string): Promise<{ accountId: string; keyId: string } | undefined>;
  /** Stores a token under its hash. Returns false if its key has been revoked. Times are in ms since the epoch. */
  putToken(token: {
    tokenHash: string;
    accountId: string;
    keyId: string;
    keyLastFour?: string;
    now: number;
    expiresAt: number;
  }): Promise<boolean>;
};

/**
 * Trades an API key for a bearer token that expires an hour after `now`.
 *
 * Refuses a key with a wrong checksum without reading the database.
 *
 * @throws ApiError `invalid_api_key`
 */
export const authorize = async (apiKey: string, store: TokenStore, now: number): Promise<string> => {
  const refusal = () =>
    new ApiError(
      'invalid_api_key',
      'The API key is not recognized. Check that the whole key was copied and that it is not revoked.',
    );
  if (!isApiKey(apiKey)) throw refusal();
  const key = await store.findKey(secretHash(apiKey));
  if (key === undefined) throw refusal();
  const token = newToken();
  const stored = await store.putToken({
    tokenHash: secretHash(token),
    ...key,
    keyLastFour: apiKey.slice(-4),
    now,
    expiresAt: now + tokenSeconds * 1000,
  });
  if (!stored) throw refusal();
  return token;
};
