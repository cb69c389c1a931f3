import { tokenSeconds } from '../api/limits.ts';
import { newToken, secretHash } from '../ids.ts';
import { invalidIdentity, type User } from './identity.ts';

/** The key id of session tokens, which belong to no API key. */
export const sessionKeyId = 'session';

/** The database operations of sessions. Times are in ms since the epoch. */
export type SessionStore = {
  /** Stores a token. Returns false if the user has signed out since the ID token was issued. */
  putToken(
    token: { tokenHash: string; accountId: string; now: number; expiresAt: number },
    user: User,
  ): Promise<boolean>;
  /** Ends all session tokens of an account and invalidates the older ID tokens of its user, in one write. */
  signOut(accountId: string, user: User, now: number): Promise<void>;
};

/**
 * Opens a session: returns a bearer token for the API that lasts as long as an API key's token and needs no API key.
 *
 * @throws ApiError `invalid_identity` if the user has signed out since the ID token was issued
 */
export const openSession = async (
  accountId: string,
  user: User,
  store: Pick<SessionStore, 'putToken'>,
  now: number,
): Promise<string> => {
  const token = newToken();
  const stored = await store.putToken(
    { tokenHash: secretHash(token), accountId, now, expiresAt: now + tokenSeconds * 1000 },
    user,
  );
  if (!stored) throw invalidIdentity();
  return token;
};
