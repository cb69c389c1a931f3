import { secretHash } from '../ids.ts';

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
