import { tokenSeconds } from '../api/limits.ts';
import { newToken, secretHash } from '../ids.ts';

/** Stands for the key of tokens that no key was traded for. No key has this id. */
export const sessionKeyId = 'session';

/** What sessions need of the database. Times are in ms since the epoch. */
export type SessionStore = {
  putToken(token: { tokenHash: string; accountId: string; now: number; expiresAt: number }): Promise<void>;
  /** Ends all tokens of an account's sessions. */
  endTokens(accountId: string): Promise<void>;
};

/** Opens a session: gives a bearer token for the API that lives as long as one of a key, and takes no key of the plan. */
export const openSession = async (accountId: string, store: SessionStore, now: number): Promise<string> => {
  const token = newToken();
  await store.putToken({
    tokenHash: secretHash(token),
    accountId,
    now,
    expiresAt: now + tokenSeconds * 1000,
  });
  return token;
};
