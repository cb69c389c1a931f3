/**
 * Who may become a user of the dashboard. `open`: anyone whom the identity provider signs in. `invite`: the owners of the
 * e-mail addresses for which the operator created an account. `closed`: nobody new.
 */
export const signUpModes = ['open', 'invite', 'closed'] as const;

/** Who may become a user of the dashboard. */
export type SignUp = (typeof signUpModes)[number];
