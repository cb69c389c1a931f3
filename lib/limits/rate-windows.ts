import type { RateLimitName } from '../api/limits.ts';
import type { PlanName } from '../plans.ts';

/** Who calls with a valid bearer token. */
export type Caller = {
  readonly accountId: string;
  readonly keyId: string;
  /** The account's plan, as it was when the current minute began. */
  readonly plan: PlanName;
};

/** The window a call was counted in. */
export type RateWindow = {
  /** `account`: the window of all tokens of an account. */
  readonly policy: RateLimitName | 'account';
  /** Calls that the window takes. */
  readonly limit: number;
  /** Calls still free in it. */
  readonly remaining: number;
  /** When it ends, in ms since the epoch. */
  readonly endsAt: number;
  /** Whether this call is over the limit. */
  readonly exceeded: boolean;
};

/** What counting a call with a token found. */
export type CountedToken = { readonly caller: Caller; readonly window: RateWindow };

/**
 * Counts calls in fixed windows, each opened by the first call counted.
 *
 * `now` is in ms since the epoch.
 */
export type RateWindows = {
  /**
   * Counts a call against a token and authenticates it in the same write; undefined for an unknown or expired token. The
   * window is the token's, or the account's if that is what the call exceeds.
   */
  countToken(tokenHash: string, now: number): Promise<CountedToken | undefined>;
  /** Counts a call against an address. */
  countAddress(address: string, policy: RateLimitName, now: number): Promise<RateWindow>;
};

/** Whole seconds until a window ends, at least 1: the value of `Retry-After`. */
export const secondsLeft = (window: RateWindow, now: number): number =>
  Math.max(1, Math.ceil((window.endsAt - now) / 1000));

/**
 * The headers that tell a client where it stands: `RateLimit` and `RateLimit-Policy`
 * (draft-ietf-httpapi-ratelimit-headers) and the older `x-ratelimit-*`.
 */
export const rateLimitHeaders = (
  window: RateWindow,
  windowSeconds: number,
  now: number,
): Readonly<Record<string, string>> => {
  const seconds = secondsLeft(window, now);
  return {
    RateLimit: `"${window.policy}";r=${window.remaining};t=${seconds}`,
    'RateLimit-Policy': `"${window.policy}";q=${window.limit};w=${windowSeconds}`,
    'x-ratelimit-limit': String(window.limit),
    'x-ratelimit-remaining': String(window.remaining),
    'x-ratelimit-reset': String(seconds),
  };
};

/**
 * The name under which an address is counted: an IPv4 address itself, of an IPv6 address its /64, because one
 * subscriber holds at least that many (RFC 6177).
 */
export const countedAddress = (address: string): string => {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const headGroups = head.split(':').filter(Boolean);
  const tailGroups = tail.split(':').filter(Boolean);
  const gap = Array.from({ length: Math.max(0, 8 - headGroups.length - tailGroups.length) }, () => '0');
  const groups = address.includes('::') ? [...headGroups, ...gap, ...tailGroups] : headGroups;
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
};
