import type { ErrorCode } from './error-codes.ts';
import { json, type Route } from './route.ts';

/** Every endpoint can return these: all of them refuse unknown query parameters. */
const sharedErrors = ['invalid_request', 'internal_error', 'temporarily_unavailable'] as const;

const accessErrors = {
  token: ['unauthorized'],
  user: ['invalid_identity', 'account_suspended'],
  anyone: [],
} as const satisfies Record<Route['access'], readonly ErrorCode[]>;

/** Every endpoint with a body in JSON can return these. */
const bodyErrors = ['request_too_large', 'unsupported_media_type'] as const;

/** An error code that a route can return, besides those of status 429. */
export type DeclaredError<R extends Route> =
  | R['errors'][number]
  | (R['body'] extends { readonly [json]: unknown } ? (typeof bodyErrors)[number] : never)
  | (typeof accessErrors)[R['access']][number]
  | (typeof sharedErrors)[number];

/** The declared errors of a route. */
export const declaredErrors = (route: Route): ReadonlySet<ErrorCode> =>
  new Set<ErrorCode>([
    ...route.errors,
    ...(route.body !== undefined && json in route.body ? bodyErrors : []),
    ...accessErrors[route.access],
    ...sharedErrors,
  ]);
