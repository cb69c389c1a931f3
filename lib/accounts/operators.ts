import type { User } from './identity.ts';

/**
 * Returns true if a user is one of the operators: by a group of the identity provider, or by an e-mail address that it has verified. An
 * entry with an `@` is an address, any other one a group.
 *
 * @param operators the setting, separated by spaces; undefined or empty admits nobody
 */
export const isOperator = (
  { email, emailVerified, groups = [] }: User,
  operators: string | undefined,
): boolean =>
  (operators ?? '')
    .split(' ')
    .some((entry) =>
      entry.includes('@')
        ? emailVerified && entry.toLowerCase() === email
        : entry !== '' && groups.includes(entry),
    );
