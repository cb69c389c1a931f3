import { Logger } from '@aws-lambda-powertools/logger';
import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type * as z from 'zod';
import type { User } from '../accounts/identity.ts';
import type { Route } from '../api/route.ts';
import type { Caller, RateWindows } from '../limits/rate-windows.ts';
import { addHeaders } from './add-headers.ts';
import type { ApiEvent } from './api-event.ts';
import { countCaller } from './count-caller.ts';
import { identifyUser, type UserGate } from './identify-user.ts';
import { mapErrors } from './map-errors.ts';
import { parseInput } from './parse-input.ts';
import { type Reply, toResult } from './reply.ts';

/** What an endpoint gets: the caller or the user that the token names, and the input as the route's schemas gave it. */
export type Call<R extends Route> = {
  readonly event: APIGatewayProxyEvent;
  readonly caller: R['access'] extends 'token' ? Caller : undefined;
  readonly user: R['access'] extends 'user' ? User : undefined;
  readonly body: R['body'] extends Readonly<Record<string, z.ZodType>>
    ? z.output<R['body'][keyof R['body']]>
    : undefined;
  readonly query: R['query'] extends z.ZodType ? z.output<R['query']> : undefined;
  readonly log: Logger;
};

/** The work of one endpoint. */
export type Endpoint<R extends Route> = (call: Call<R>) => Promise<Reply> | Reply;

/** What stands before an endpoint: who calls is told and counted there. */
export type Gate<R extends Route> = R['rateLimit'] extends null
  ? undefined
  : R['access'] extends 'user'
    ? UserGate
    : RateWindows;

const guard = (route: Route, gate: RateWindows | UserGate | undefined) => {
  if (gate !== undefined && 'verify' in gate) return identifyUser(route, gate);
  if (route.access === 'user') throw new Error(`${route.function} needs to know its users`);
  return countCaller(route, gate);
};

/** A Lambda function behind a REST API. */
export type ApiFunction = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/**
 * Puts the middlewares of the contract around the work of an endpoint: request id, authentication and rate limit,
 * input, errors. `gate` is undefined only where the route is not counted.
 */
export const apiHandler = <R extends Route>(route: R, gate: Gate<R>, work: Endpoint<R>): ApiFunction => {
  const log = new Logger({ serviceName: route.function });
  const answer = async (event: ApiEvent): Promise<APIGatewayProxyResult> => {
    // The middlewares have authenticated and parsed as the route says, which is what the types of Call promise.
    const call = { event, caller: event.caller, user: event.user, ...event.input, log } as unknown as Call<R>;
    return toResult(await work(call));
  };
  const stack = middy<ApiEvent, APIGatewayProxyResult>()
    .use(addHeaders((event) => ({ 'X-Request-Id': event.requestContext.requestId })))
    .use(guard(route, gate))
    .use(parseInput(route))
    .use(mapErrors(log))
    .handler(answer);
  return (event, context) => stack(event, context);
};
