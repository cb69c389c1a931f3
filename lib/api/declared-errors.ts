import type { ErrorCode } from './error-codes.ts';
import type { Route } from './route.ts';

/** Every endpoint can answer these: all of them refuse unknown query parameters. */
const sharedErrors = ['invalid_request', 'internal_error', 'temporarily_unavailable'] as const;

const accessErrors: Readonly<Record<Route['access'], readonly ErrorCode[]>> = {
  token: ['unauthorized'],
  user: ['invalid_identity'],
  anyone: [],
};

/** Every error code that a route can answer with, besides those of status 429. */
export const declaredErrors = (route: Route): ReadonlySet<ErrorCode> =>
  new Set<ErrorCode>([...route.errors, ...accessErrors[route.access], ...sharedErrors]);
