import { tokenSeconds } from '../api/limits.ts';
import { newToken, secretHash } from '../ids.ts';
import { invalidIdentity, type User } from './identity.ts';

/** Stands for the key of tokens that no key was traded for. No key has this id. */
export const sessionKeyId = 'session';

/** What sessions need of the database. Times are in ms since the epoch. */
export type SessionStore = {
  /** Stores a token; false if the user has signed out since the user's ID token was made. */
  putToken(
    token: { tokenHash: string; accountId: string; now: number; expiresAt: number },
    user: User,
  ): Promise<boolean>;
  /** Ends all tokens of an account's sessions, and older ID tokens of its user open no session any more: in one write. */
  signOut(accountId: string, user: User, now: number): Promise<void>;
};

/**
 * Opens a session: returns a bearer token for the API that lives as long as one of a key, and takes no key of the plan.
 *
 * @throws ApiError `invalid_identity` if the user has signed out meanwhile
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
