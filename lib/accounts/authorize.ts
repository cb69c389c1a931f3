import { tokenSeconds } from '../api/limits.ts';
import { ApiError } from '../errors.ts';
import { isApiKey, newToken, secretHash } from '../ids.ts';

/** What trading a key for a token needs of the database. */
export type TokenStore = {
  /** The account and id of the key with this hash; undefined where no key has it. */
  findKey(keyHash: string): Promise<{ accountId: string; keyId: string } | undefined>;
  /** Stores a token under its hash; false where its key has been revoked. Times are in ms since the epoch. */
  putToken(token: {
    tokenHash: string;
    accountId: string;
    keyId: string;
    now: number;
    expiresAt: number;
  }): Promise<boolean>;
};

/**
 * Trades an API key for a bearer token that lives exactly an hour from `now`.
 *
 * A key with a wrong checksum is refused before the database is asked.
 *
 * @throws ApiError `invalid_api_key`
 */
export const authorize = async (apiKey: string, store: TokenStore, now: number): Promise<string> => {
  const refusal = () =>
    new ApiError(
      'invalid_api_key',
      'The API key is not recognized; check that it was copied whole and is not revoked',
    );
  if (!isApiKey(apiKey)) throw refusal();
  const key = await store.findKey(secretHash(apiKey));
  if (key === undefined) throw refusal();
  const token = newToken();
  const stored = await store.putToken({
    tokenHash: secretHash(token),
    ...key,
    now,
    expiresAt: now + tokenSeconds * 1000,
  });
  if (!stored) throw refusal();
  return token;
};
