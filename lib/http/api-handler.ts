import { Logger } from '@aws-lambda-powertools/logger';
import middy from '@middy/core';
import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import type * as z from 'zod';
import type { User } from '../accounts/identity.ts';
import type { DeclaredError } from '../api/declared-errors.ts';
import type { Route } from '../api/route.ts';
import { type Refuse, refuse } from '../api-errors.ts';
import { readOptionalEnvironment } from '../env.ts';
import { type Operation, operationOf } from '../limits/operation.ts';
import type { Caller, RateWindows } from '../limits/rate-windows.ts';
import { addHeaders } from './add-headers.ts';
import type { ApiEvent, GatewayEvent } from './api-event.ts';
import { authenticateCaller } from './authenticate-caller.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { identifyClient } from './identify-client.ts';
import { identifyUser, type UserAuthentication } from './identify-user.ts';
import { logAnswers } from './log-answers.ts';
import { logKeys } from './log-keys.ts';
import { mapErrors } from './map-errors.ts';
import { parseInput } from './parse-input.ts';
import { type Reply, type Success, toResult } from './reply.ts';

/** The argument of a handler: the caller or user that the token identifies, and the input parsed by the route's schemas. */
export type Call<R extends Route> = {
  readonly event: GatewayEvent;
  readonly caller: R['access'] extends 'token' ? Caller : undefined;
  readonly user: R['access'] extends 'user' ? User : undefined;
  /** The operation to charge, if the route counts as one. */
  readonly operation: R['countsAsOperation'] extends true ? Operation : undefined;
  /** Not of a multipart body, which the handler reads. */
  readonly body: R['body'] extends Readonly<Record<string, z.ZodType>>
    ? z.output<R['body'][Exclude<keyof R['body'], 'multipart/form-data'>]>
    : undefined;
  readonly query: R['query'] extends z.ZodType ? z.output<R['query']> : undefined;
  /** Throws an error that the route declares. */
  readonly refuse: Refuse<DeclaredError<R>>;
  readonly log: Logger;
};

/** The handler of one endpoint. */
export type Endpoint<R extends Route> = (call: Call<R>) => Promise<Success<R>> | Success<R>;

/** The dependencies of a route's authentication and rate limit; undefined if its calls are not counted. */
type Authentication = RateWindows | UserAuthentication | undefined;

const authenticate = (route: Route, authentication: Authentication) => {
  if (authentication !== undefined && 'verify' in authentication) return identifyUser(route, authentication);
  if (route.access === 'user') throw new Error(`${route.function} requires the authentication of users`);
  return authenticateCaller(route, authentication);
};

const isCounted = (route: Route): route is Route & { readonly countsAsOperation: true } =>
  route.countsAsOperation === true;

const toOperation = (route: Route, caller: Caller | undefined, event: ApiEvent): Operation | undefined =>
  caller !== undefined && isCounted(route)
    ? operationOf(route, caller, idempotencyKeyOf(event), {
        requestId: event.requestContext.requestId,
        keyLastFour: caller.keyLastFour,
      })
    : undefined;

/** A Lambda function behind the REST API. */
export type ApiFunction = {
  (event: GatewayEvent, context: Context): Promise<APIGatewayProxyResult>;
  /** The route that it serves, if it serves only one. */
  readonly route?: Route;
};

/**
 * Wraps the handler of an endpoint in the middlewares of the contract: request ID, authentication and rate limit, input,
 * errors.
 */
export const apiHandler = <R extends Route>(
  route: R,
  authentication: Authentication,
  handle: Endpoint<R>,
): ApiFunction => {
  const log = new Logger({ serviceName: route.function });
  /** A log of its own for each call: calls may run at the same time. */
  const logOf = (event: ApiEvent): Logger => {
    const own = log.createChild();
    own.appendKeys(logKeys(event, route));
    return own;
  };
  const answer = async (event: ApiEvent): Promise<APIGatewayProxyResult> => {
    const { caller, user, input } = event;
    const operation = toOperation(route, caller, event);
    event.log = logOf(event);
    // The middlewares have authenticated and parsed the event by the route, which is what the types of Call state.
    const call = {
      event,
      caller,
      user,
      operation,
      ...input,
      refuse,
      log: event.log,
    } as unknown as Call<R>;
    const success = (await handle(call)) as Omit<Reply, 'status'> & { readonly status?: number };
    return toResult({ ...success, status: success.status ?? route.success.status });
  };
  const stack = middy<ApiEvent, APIGatewayProxyResult>()
    .use(addHeaders((event) => ({ 'X-Request-Id': event.requestContext.requestId })))
    .use(identifyClient(readOptionalEnvironment('originSecret')))
    .use(authenticate(route, authentication))
    .use(parseInput(route))
    .use(mapErrors(log, route))
    .handler(answer);
  const run = logAnswers(log, route, (event, context) => stack(event, context));
  return Object.assign((event: GatewayEvent, context: Context) => run(event, context), { route });
};
