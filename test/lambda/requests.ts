import type { Route } from '../../lib/api/route.ts';
import { type RouteName, routes } from '../../lib/api/routes.ts';

/** A request that reaches the handler of an endpoint, and a status that only this handler returns. */
type EndpointRequest = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly status: number;
};

/** The status if the handler does not return 401 to a caller without a token. */
const withoutToken: Readonly<Partial<Record<RouteName, number>>> = {
  authorize: 401,
  getDashboardConfig: 200,
  receiveBillingEvent: 409,
  trySample: 400,
  getIndex: 200,
  health: 200,
  getOpenApi: 200,
  getDocs: 302,
  getDocumentSchema: 200,
};

const apiKey = 'df_live_00000000000000000000000000000000';

/** One request for each endpoint of the contract, and one for everything else. */
export const endpointRequests: readonly EndpointRequest[] = [
  ...Object.entries<Route>(routes).map(([name, { method, path }]) => ({
    name,
    method,
    path: path.replaceAll(/\{\w+\}/g, 'unknown'),
    ...(method === 'POST' ? { body: JSON.stringify({ api_key: apiKey }) } : {}),
    status: withoutToken[name as RouteName] ?? 401,
  })),
  { name: 'answerUnrouted', method: 'GET', path: '/nowhere', status: 404 },
];
