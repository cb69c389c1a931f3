import { createHash } from 'node:crypto';
import type { IdentityStore } from './store.ts';

/** A user who can sign in locally. */
export type LocalUser = { readonly name: string; readonly email: string };

/** The predefined users. Their domain is reserved (RFC 2606). */
export const readyMadeUsers = [
  { name: 'Ada', email: 'ada@docforge.example' },
  { name: 'Grace', email: 'grace@docforge.example' },
  { name: 'Linus', email: 'linus@docforge.example' },
  { name: 'Operator', email: 'operator@docforge.example' },
] as const satisfies readonly LocalUser[];

const maxTypedUsers = 8;

/** Returns the `sub` claim of a user, the same at each sign-in and in every data folder. */
const subjectOf = (email: string): string => {
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(12, 16),
    hash.slice(16, 20),
    hash.slice(20, 32),
  ].join('-');
};

const nameOf = (email: string): string =>
  readyMadeUsers.find((user) => user.email === email)?.name ?? email.split('@')[0] ?? email;

/** Returns the users of the sign-in page: the predefined ones, and addresses that were entered before. */
export const listUsers = (store: IdentityStore): readonly LocalUser[] => [
  ...readyMadeUsers,
  ...store.typedEmails(maxTypedUsers).map((email) => ({ name: nameOf(email), email })),
];

/** Registers a user and returns the subject. */
export const rememberUser = (store: IdentityStore, email: string): string => {
  const subject = subjectOf(email);
  store.keepEmail(subject, email, !readyMadeUsers.some((user) => user.email === email));
  return subject;
};

/** The claims of a user's tokens; undefined for a subject that never signed in. */
export const claimsOf = (store: IdentityStore, sub: string) => {
  const email = store.emailOf(sub);
  return email === undefined ? undefined : { sub, email, email_verified: true, name: nameOf(email) };
};
