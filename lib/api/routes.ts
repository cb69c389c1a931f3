import { accessRoutes } from './routes/access.ts';
import { accountRoutes } from './routes/account.ts';
import { billingRoutes } from './routes/billing.ts';
import { fileRoutes } from './routes/files.ts';
import { jobRoutes } from './routes/jobs.ts';
import { serviceRoutes } from './routes/service.ts';
import { tryRoutes } from './routes/try.ts';
import { webhookRoutes } from './routes/webhooks.ts';

/**
 * Every endpoint, one row each. The handlers, the stack with its permissions, the OpenAPI document and the tests are made
 * from these rows. A handler imports only the group of its row, because a function builds all schemas that it imports when
 * it starts.
 */
export const routes = {
  ...accessRoutes,
  ...fileRoutes,
  ...jobRoutes,
  ...webhookRoutes,
  ...serviceRoutes,
  ...tryRoutes,
  ...accountRoutes,
  ...billingRoutes,
} as const;

/** The name of an endpoint of the contract. */
export type RouteName = keyof typeof routes;

const isRouteName = (name: string): name is RouteName => Object.hasOwn(routes, name);

/** The names of all endpoints. */
export const routeNames: readonly RouteName[] = Object.keys(routes).filter(isRouteName);
