import type { ErrorCode } from './error-codes.ts';
import type { Route } from './route.ts';

/** Every endpoint can return these: all of them refuse unknown query parameters. */
const sharedErrors = ['invalid_request', 'internal_error', 'temporarily_unavailable'] as const;

const accessErrors = {
  token: ['unauthorized'],
  user: ['invalid_identity'],
  anyone: [],
} as const satisfies Record<Route['access'], readonly ErrorCode[]>;

/** An error code that a route can return, besides those of status 429. */
export type DeclaredError<R extends Route> =
  | R['errors'][number]
  | (typeof accessErrors)[R['access']][number]
  | (typeof sharedErrors)[number];

/** The declared errors of a route. */
export const declaredErrors = (route: Route): ReadonlySet<ErrorCode> =>
  new Set<ErrorCode>([...route.errors, ...accessErrors[route.access], ...sharedErrors]);
