import { Logger } from '@aws-lambda-powertools/logger';
import middy from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Route } from '../api/route.ts';
import { routes } from '../api/routes.ts';
import { ApiError } from '../errors.ts';
import { addHeaders } from './add-headers.ts';
import type { ApiEvent } from './api-event.ts';
import type { ApiFunction } from './api-handler.ts';
import { mapErrors } from './map-errors.ts';
import { type Reply, toResult } from './reply.ts';

const table: readonly Route[] = Object.values(routes);

/**
 * Responds to a request without a route: 405 with `Allow` if another method has one, 404 for an unknown path. OPTIONS of a
 * known path returns 204 and `Allow` (RFC 9110, 9.3.7 and 15.5.6).
 */
const answer = ({ httpMethod, resource }: ApiEvent): Reply => {
  const methods = table.filter(({ path }) => path === resource).map(({ method }) => method);
  if (methods.length === 0) {
    throw new ApiError('not_found', 'No such endpoint. GET /openapi.json lists all endpoints.');
  }
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  const headers = { Allow: allowed.join(', ') };
  if (httpMethod === 'OPTIONS') return { status: 204, headers };
  const message = `${httpMethod} is not allowed on ${resource}. Use ${methods.join(' or ')}.`;
  throw new ApiError('method_not_allowed', message, { headers });
};

/** A function whose requests need no token and are not counted. */
export const plainFunction = (serviceName: string, reply: (event: ApiEvent) => Reply): ApiFunction => {
  const log = new Logger({ serviceName });
  const stack = middy<ApiEvent, APIGatewayProxyResult>()
    .use(addHeaders((event) => ({ 'X-Request-Id': event.requestContext.requestId })))
    .use(mapErrors(log))
    .handler(async (event) => toResult(reply(event)));
  return (event, context) => stack(event, context);
};

/** The function for every path and method that no endpoint has. */
export const answerUnrouted = (): ApiFunction => plainFunction('answer-unrouted', answer);
