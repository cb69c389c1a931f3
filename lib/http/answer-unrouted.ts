import { Logger } from '@aws-lambda-powertools/logger';
import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Route } from '../api/route.ts';
import { routes } from '../api/routes.ts';
import { ApiError } from '../api-errors.ts';
import { readOptionalEnvironment } from '../env.ts';
import type { RateWindows } from '../limits/rate-windows.ts';
import { nearestName } from '../nearest-name.ts';
import { addHeaders } from './add-headers.ts';
import type { ApiEvent } from './api-event.ts';
import type { ApiFunction } from './api-handler.ts';
import { countAddress } from './count-address.ts';
import { identifyClient } from './identify-client.ts';
import { logAnswers } from './log-answers.ts';
import { mapErrors } from './map-errors.ts';
import { type Reply, toResult } from './reply.ts';

const table: readonly Route[] = Object.values(routes);

/** Returns the path of the API that a wrong one was probably meant to be, with its own ids; undefined if none is close. */
const nearestPath = (path: string): string | undefined => {
  const parts = path.split('/');
  const filled = table
    .map((route) => route.path.split('/'))
    .filter((segments) => segments.length === parts.length)
    .map((segments) =>
      segments.map((segment, at) => (segment.startsWith('{') ? parts[at] : segment)).join('/'),
    );
  return nearestName(path, filled);
};

/**
 * Responds to a request without a route: 405 with `Allow` if another method has one, 404 for an unknown path. OPTIONS of a
 * known path returns 204 and `Allow` (RFC 9110, 9.3.7 and 15.5.6).
 */
const answer = ({ httpMethod, resource, path }: ApiEvent): Reply => {
  const methods = table.filter(({ path }) => path === resource).map(({ method }) => method);
  if (methods.length === 0) {
    const meant = nearestPath(path);
    const hint = meant === undefined ? 'GET /openapi.json lists all endpoints.' : `Did you mean ${meant}?`;
    throw new ApiError('not_found', `No such endpoint. ${hint}`);
  }
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  const headers = { Allow: allowed.join(', ') };
  if (httpMethod === 'OPTIONS') return { status: 204, headers };
  const message = `${httpMethod} is not allowed on ${resource}. Use ${methods.join(' or ')}.`;
  throw new ApiError('method_not_allowed', message, { headers });
};

/**
 * A function whose requests need no token.
 *
 * @param checks middlewares that run before it, within the mapping of errors
 */
export const plainFunction = (
  serviceName: string,
  reply: (event: ApiEvent) => Reply,
  checks: readonly MiddlewareObj<ApiEvent, APIGatewayProxyResult>[] = [],
): ApiFunction => {
  const log = new Logger({ serviceName });
  const stack = middy<ApiEvent, APIGatewayProxyResult>()
    .use(addHeaders((event) => ({ 'X-Request-Id': event.requestContext.requestId })))
    .use([...checks])
    .use(mapErrors(log))
    .handler(async (event) => toResult(reply(event)));
  return logAnswers(log, undefined, (event, context) => stack(event, context));
};

/**
 * The function for every path and method that no endpoint has. Counts each request by its address, because a client
 * could otherwise use up the gateway's requests for all others.
 */
export const answerUnrouted = (windows: RateWindows): ApiFunction =>
  plainFunction('answer-unrouted', answer, [
    identifyClient(readOptionalEnvironment('originSecret')),
    countAddress('default', windows),
  ]);
