import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Route } from '../api/route.ts';
import { ApiError, RateLimitError } from '../api-errors.ts';
import { apiKeyPrefix, secretHash } from '../ids.ts';
import { type CountedToken, countedAddress, type RateWindows, secondsLeft } from '../limits/rate-windows.ts';
import { addHeaders } from './add-headers.ts';
import { addRateLimitHeaders } from './add-rate-limit-headers.ts';
import { type ApiEvent, header } from './api-event.ts';
import { bearerToken } from './bearer-token.ts';

const tokenForm = /^[A-Za-z0-9_-]{43}$/;

const unauthorizedMessage = (event: ApiEvent): string => {
  if ((header(event, 'authorization') ?? '').trim() === '') {
    return 'The request has no bearer token. Send "Authorization: Bearer <access_token>" with a token from POST /authorize.';
  }
  if (bearerToken(event)?.startsWith(apiKeyPrefix)) {
    return 'The bearer token is an API key. Exchange the key for a token with POST /authorize and send that token.';
  }
  const scheme = /^(\w+) /.exec(header(event, 'authorization')?.trim() ?? '')?.[1] ?? 'Bearer';
  if (scheme.toLowerCase() !== 'bearer') {
    return `The Authorization header has the scheme ${JSON.stringify(scheme)}. Send "Authorization: Bearer <access_token>" with a token from POST /authorize.`;
  }
  return 'Invalid or expired bearer token. Get a new one with POST /authorize.';
};

const unauthorized = (event: ApiEvent): ApiError =>
  new ApiError('unauthorized', unauthorizedMessage(event), { headers: { 'WWW-Authenticate': 'Bearer' } });

/**
 * Authenticates and counts each request: by its token if that is valid, by its IP address otherwise.
 *
 * Sets `event.caller` if the route requires a token. Every response, errors included, gets the rate limit headers.
 * Throws `unauthorized` and RateLimitError.
 */
export const authenticateCaller = (
  route: Route,
  windows: RateWindows | undefined,
  clock: () => number = Date.now,
): MiddlewareObj<ApiEvent, APIGatewayProxyResult> => {
  const { rateLimit: policy } = route;
  if (policy === null || windows === undefined) return addHeaders(() => ({}));
  const countToken = async (event: ApiEvent): Promise<CountedToken | undefined> => {
    // A token has one window, for the default limit. Any other limit is counted by IP address.
    const token = policy === 'default' ? bearerToken(event) : undefined;
    return token !== undefined && tokenForm.test(token)
      ? windows.countToken(secretHash(token), clock())
      : undefined;
  };
  return {
    ...addRateLimitHeaders(policy, clock),
    before: async ({ event }) => {
      const counted = await countToken(event);
      const address = countedAddress(event.requestContext.identity.sourceIp);
      const window = counted?.window ?? (await windows.countAddress(address, policy, clock()));
      event.window = window;
      if (window.exceeded) throw new RateLimitError(secondsLeft(window, clock()));
      if (counted !== undefined) event.caller = counted.caller;
      else if (route.access === 'token') throw unauthorized(event);
    },
  };
};
