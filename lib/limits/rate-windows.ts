import type { RateLimitName } from '../api/limits.ts';
import type { PlanLimits } from '../plans.ts';

/** The caller of a request with a valid bearer token. */
export type Caller = {
  readonly accountId: string;
  readonly keyId: string;
  /** The last four characters of the API key; undefined for a session and for tokens of an earlier version. */
  readonly keyLastFour?: string | undefined;
  /** The account's limits at the start of the current minute. */
  readonly limits: PlanLimits;
};

/** The window in which a call was counted. */
export type RateWindow = {
  /** `account`: the window of all tokens of an account. */
  readonly policy: RateLimitName | 'account';
  /** Calls per window. */
  readonly limit: number;
  /** Calls left in the window. */
  readonly remaining: number;
  /** When it ends, in ms since the epoch. */
  readonly endsAt: number;
  /** Whether this call is over the limit. */
  readonly exceeded: boolean;
};

/** The caller and the rate window of a counted call. */
export type CountedToken = { readonly caller: Caller; readonly window: RateWindow };

/**
 * Counts calls in fixed windows. The first call opens a window.
 *
 * `now` is in ms since the epoch.
 */
export type RateWindows = {
  /**
   * Authenticates a token and counts its call in the same write. Returns undefined if the token is unknown or has expired.
   * The window is the token's, or the account's if the call exceeds that one.
   */
  countToken(tokenHash: string, now: number): Promise<CountedToken | undefined>;
  /** Counts a call against an address. */
  countAddress(address: string, policy: RateLimitName, now: number): Promise<RateWindow>;
};

/** Whole seconds until a window ends, at least 1: the value of `Retry-After`. */
export const secondsLeft = (window: RateWindow, now: number): number =>
  Math.max(1, Math.ceil((window.endsAt - now) / 1000));

/**
 * The rate limit headers: `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers), and the older
 * `x-ratelimit-*`.
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
 * The rate-limit key of an IP address: the address for IPv4, the /64 prefix for IPv6, because a subscriber has at least one
 * /64 (RFC 6177).
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
