import type { PlanLimits, PlanName } from '../plans.ts';

/** An account: its owner, the limits of its plan, and its usage. */
export type Account = PlanLimits & {
  readonly accountId: string;
  readonly email: string;
  readonly plan: PlanName;
  /** Ms since the epoch. */
  readonly createdAt: number;
  /** The month that `operations` counts, as `2026-11` (UTC). */
  readonly month: string;
  readonly operations: number;
  /** The day that `dayOperations` counts, as `2026-11-20` (UTC). */
  readonly day: string;
  readonly dayOperations: number;
  /** Operations of the month that were refunded. */
  readonly refunds: number;
  /** The operations that each active job was charged, by the slot that its id names. */
  readonly slots: Readonly<Record<string, number>>;
  /** The hour that `engineMs` counts, as `2026-11-20T09` (UTC). */
  readonly engineHour: string;
  /** Milliseconds that workers spent on the jobs that ended in that hour. */
  readonly engineMs: number;
  /** API keys that are not revoked. */
  readonly keys: number;
  /** The limits that the operator set in place of those of the plan. */
  readonly customLimits?: Partial<PlanLimits> | undefined;
  /** When the operator suspended it, in ms since the epoch, and why; undefined unless it is suspended. */
  readonly suspendedAt?: number | undefined;
  readonly suspendedFor?: string | undefined;
  /** When its deletion began, in ms since the epoch. */
  readonly deletingSince?: number | undefined;
  /** The hash of the user who signs in to it; undefined if none has. */
  readonly identityHash?: string | undefined;
};

/** How many jobs of an account are active. */
export const activeJobsOf = ({ slots }: Pick<Account, 'slots'>): number => Object.keys(slots).length;

/** An API key without its secret, which is never stored. */
export type ApiKey = {
  readonly keyId: string;
  readonly name: string;
  /** The key's last four characters. */
  readonly lastFour: string;
  /** Ms since the epoch. */
  readonly createdAt: number;
  readonly lastUsedAt: number | undefined;
  readonly revokedAt: number | undefined;
};

/**
 * Returns an e-mail address without surrounding spaces, its letters A to Z in lower case. Returns undefined if the text is not
 * an e-mail address.
 *
 * Folds nothing else, because two addresses of different owners must stay different: Unicode's lower case of the Kelvin sign
 * U+212A, for example, is `k`. Refuses control characters, unpaired surrogates (which UTF-8 replaces) and all white space.
 */
export const emailAddress = (text: string): string | undefined => {
  const address = text
    .replace(/^ {0,9}([^ ]*) {0,9}$/, '$1')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return /^[^\s\p{Cc}\p{Cs}@]+@[^\s\p{Cc}\p{Cs}@]+$/u.test(address) && address.length <= 254
    ? address
    : undefined;
};

/** The month of a time (ms), as `2026-11` (UTC). */
export const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7);

/** The day of a time (ms), as `2026-11-20` (UTC). */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** The hour of a time (ms), as `2026-11-20T09` (UTC). */
export const hourOf = (now: number): string => new Date(now).toISOString().slice(0, 13);

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The start of the next hour, in ms since the epoch. */
export const nextHour = (now: number): number => (Math.floor(now / hourMs) + 1) * hourMs;

/** The start of the next day (UTC), in ms since the epoch. */
export const nextDay = (now: number): number => (Math.floor(now / dayMs) + 1) * dayMs;

/** The start of the next month (UTC), in ms since the epoch. */
export const nextMonth = (now: number): number => {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
};
