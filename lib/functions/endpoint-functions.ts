import { maxWaitSeconds } from '../api/limits.ts';
import type { Route } from '../api/route.ts';
import { type RouteName, routeNames, routes } from '../api/routes.ts';
import { items } from '../grants.ts';
import type { FunctionRow } from './function-row.ts';

type Needs = Pick<FunctionRow, 'environment' | 'grants'>;

/** The memory of an endpoint whose route does not state another one. The setting `endpointMemoryMegabytes` can raise it. */
export const defaultMemoryMegabytes = 1024;

/** The longest wait for a job, and the time that the rest of a call takes. API Gateway ends a request after 29 s. */
const timeoutSeconds = maxWaitSeconds + 4;

const notCounted: Needs = { environment: [], grants: [] };

/** What a function needs that counts its requests by address. */
export const addressCounted: Needs = {
  environment: ['tableName', 'originSecret'],
  grants: [items('UpdateItem', 'rates')],
};

/** A token that needs more calls also opens its account's window, with the limits of the plan. */
const tokenCounted: Needs = {
  environment: ['tableName', 'originSecret'],
  grants: [
    items('UpdateItem', 'tokens', 'rates', 'limits'),
    items('PutItem', 'limits'),
    items('GetItem', 'account'),
  ],
};

/** Signed-in users are counted in the same items as addresses. */
const userIdentified: Needs = {
  environment: ['tableName', 'originSecret', 'oidcIssuer', 'oidcClientId'],
  grants: [items('UpdateItem', 'rates'), items('GetItem', 'identities')],
};

/** What authentication and the rate limit of a route need. */
const accessNeeds = ({ access, rateLimit }: Route): Needs => {
  if (rateLimit === null) return notCounted;
  if (access === 'user') return userIdentified;
  return rateLimit === 'default' ? tokenCounted : addressCounted;
};

const toFunctionRow = (route: Route): FunctionRow => {
  const needs = accessNeeds(route);
  return {
    file: `api/${route.function}`,
    environment: [...needs.environment, ...(route.environment ?? [])],
    grants: [...needs.grants, ...(route.grants ?? [])],
    memoryMegabytes: route.memoryMegabytes ?? defaultMemoryMegabytes,
    timeoutSeconds,
  };
};

/** The function of each endpoint of the contract. */
export const endpointFunctions = Object.fromEntries(
  routeNames.map((name) => [name, toFunctionRow(routes[name])]),
) as Readonly<Record<RouteName, FunctionRow>>;
