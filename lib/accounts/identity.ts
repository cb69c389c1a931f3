import { ApiError } from '../errors.ts';
import { secretHash } from '../ids.ts';

/** The refusal of a call without a valid token of the identity provider. */
export const invalidIdentity = (
  message = 'The token of the identity provider is missing, invalid or expired; sign in again',
  cause?: unknown,
): ApiError =>
  new ApiError('invalid_identity', message, { headers: { 'WWW-Authenticate': 'Bearer' }, cause });

/** A person whom the identity provider has signed in. */
export type User = {
  /** The provider that says so. */
  readonly issuer: string;
  /** Whom the provider means; never given to another person there. */
  readonly subject: string;
  /** E-mail address in lower case. */
  readonly email: string;
  /** Whether the provider says that the address is this person's; false where it says nothing. */
  readonly emailVerified: boolean;
  /** When the provider made the token, in ms since the epoch, a whole second. */
  readonly issuedAt: number;
};

/**
 * Who a token of the identity provider stands for.
 *
 * Throws ApiError `invalid_identity`, and `temporarily_unavailable` where the provider's keys cannot be had.
 */
export type VerifyIdentity = (token: string) => Promise<User>;

/** The name under which a person is stored: an issuer is an address, and so has no space. */
export const identityHash = ({ issuer, subject }: Pick<User, 'issuer' | 'subject'>): string =>
  secretHash(`${issuer} ${subject}`);
