import { ApiError } from '../api-errors.ts';
import { secretHash } from '../ids.ts';

/** The error of a call without a valid token of the identity provider. */
export const invalidIdentity = (
  message = 'The ID token is missing, invalid or expired. Sign in again.',
  cause?: unknown,
): ApiError =>
  new ApiError('invalid_identity', message, { headers: { 'WWW-Authenticate': 'Bearer' }, cause });

/** A user signed in by the identity provider. */
export type User = {
  /** The identity provider. */
  readonly issuer: string;
  /** The user's id at the provider, which is never reassigned. */
  readonly subject: string;
  /** E-mail address in lower case. */
  readonly email: string;
  /** Whether the provider has verified the address; false if the claim is missing. */
  readonly emailVerified: boolean;
  /** The groups to which the provider assigned the user, in the claim of Cognito or in `groups`. */
  readonly groups?: readonly string[];
  /** When the provider issued the token, in ms since the epoch, a whole second. */
  readonly issuedAt: number;
};

/**
 * Verifies an ID token and returns its user.
 *
 * Throws ApiError `invalid_identity`, and `temporarily_unavailable` if the provider's keys cannot be fetched.
 */
export type VerifyIdentity = (token: string) => Promise<User>;

/** The hash under which a user is stored. The separator is unambiguous, because an issuer is a URL without spaces. */
export const identityHash = ({ issuer, subject }: Pick<User, 'issuer' | 'subject'>): string =>
  secretHash(`${issuer} ${subject}`);
