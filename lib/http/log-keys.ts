import type { Route } from '../api/route.ts';
import type { ApiEvent } from './api-event.ts';

/** The keys of a log line about a call: its request ID, its route and, once it is authenticated, its account and the end of its key. */
export const logKeys = (
  { requestContext, caller }: ApiEvent,
  route: Pick<Route, 'method' | 'path'> | undefined,
): Readonly<Record<string, string | undefined>> => ({
  requestId: requestContext?.requestId,
  ...(route === undefined ? {} : { route: `${route.method} ${route.path}` }),
  ...(caller === undefined ? {} : { accountId: caller.accountId, keyLastFour: caller.keyLastFour }),
});
