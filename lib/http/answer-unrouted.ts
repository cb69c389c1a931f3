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
 * Answers a request that has no route: 405 with `Allow` if another method has one, 404 for an unknown path. OPTIONS of a
 * known path is answered with 204 and `Allow` (RFC 9110, 9.3.7 and 15.5.6).
 */
const answer = ({ httpMethod, resource }: ApiEvent): Reply => {
  const methods = table.filter(({ path }) => path === resource).map(({ method }) => method);
  if (methods.length === 0) {
    throw new ApiError('not_found', 'There is no such endpoint; GET /openapi.json lists them');
  }
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  const headers = { Allow: allowed.join(', ') };
  if (httpMethod === 'OPTIONS') return { status: 204, headers };
  const message = `${httpMethod} is not allowed on ${resource}. Use ${methods.join(' or ')}.`;
  throw new ApiError('method_not_allowed', message, { headers });
};

/** The function behind every path and method that no endpoint has. It needs no token and counts no call. */
export const answerUnrouted = (): ApiFunction => {
  const log = new Logger({ serviceName: 'answer-unrouted' });
  const stack = middy<ApiEvent, APIGatewayProxyResult>()
    .use(addHeaders((event) => ({ 'X-Request-Id': event.requestContext.requestId })))
    .use(mapErrors(log))
    .handler(async (event) => toResult(answer(event)));
  return (event, context) => stack(event, context);
};
