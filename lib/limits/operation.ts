import { sessionKeyId } from '../accounts/session.ts';
import type { PlanLimits } from '../plans.ts';
import type { Caller } from './rate-windows.ts';

const counted = Symbol('counted');

/** What identifies a call in the log lines of everything that it starts. */
export type CallOrigin = { readonly requestId: string; readonly keyLastFour?: string | undefined };

/**
 * The account that pays for one operation. Rules that charge an operation require it, and only a route that
 * `countsAsOperation` can provide it.
 */
export type Operation = {
  readonly accountId: string;
  readonly limits: PlanLimits;
  /** The API key of the call; undefined for a user's session and for visitors. */
  readonly keyId?: string | undefined;
  /** What identifies the call in logs. */
  readonly origin?: CallOrigin | undefined;
  /** Repeated calls with the same key count as one; undefined if the client sent none. */
  readonly idempotencyKey: string | undefined;
  readonly [counted]: true;
};

/** The operation of a call to a route that counts as one. */
export const operationOf = (
  _route: { readonly countsAsOperation: true },
  { accountId, limits, keyId }: Pick<Caller, 'accountId' | 'limits'> & Partial<Pick<Caller, 'keyId'>>,
  idempotencyKey?: string,
  origin?: CallOrigin,
): Operation => ({
  accountId,
  limits,
  keyId: keyId === sessionKeyId ? undefined : keyId,
  idempotencyKey,
  origin,
  [counted]: true,
});
