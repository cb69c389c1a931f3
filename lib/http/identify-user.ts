import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { identityHash, invalidIdentity, type User, type VerifyIdentity } from '../accounts/identity.ts';
import type { Route } from '../api/route.ts';
import { ApiError, RateLimitError } from '../api-errors.ts';
import { countedAddress, type RateWindows, secondsLeft } from '../limits/rate-windows.ts';
import { addRateLimitHeaders } from './add-rate-limit-headers.ts';
import type { ApiEvent } from './api-event.ts';
import { bearerToken } from './bearer-token.ts';

/** The dependencies of the authentication of signed-in users. */
export type UserAuthentication = { readonly windows: RateWindows; readonly verify: VerifyIdentity };

/**
 * Authenticates the signed-in user of each request and counts it: by user, or by IP address if the token is invalid.
 *
 * Sets `event.user`. Every response, errors included, gets the rate limit headers. Throws `invalid_identity`,
 * `temporarily_unavailable` and RateLimitError.
 */
export const identifyUser = (
  { rateLimit: policy }: Route,
  { windows, verify }: UserAuthentication,
  clock: () => number = Date.now,
): MiddlewareObj<ApiEvent, APIGatewayProxyResult> => {
  if (policy === null) throw new Error('A route of signed-in users requires a rate limit');
  const identify = async (event: ApiEvent): Promise<User | ApiError> => {
    const token = bearerToken(event);
    if (token === undefined) return invalidIdentity();
    try {
      return await verify(token);
    } catch (error) {
      // Count the request before it is refused.
      if (error instanceof ApiError) return error;
      throw error;
    }
  };
  return {
    ...addRateLimitHeaders(policy, clock),
    before: async ({ event }) => {
      const user = await identify(event);
      const counted =
        user instanceof ApiError
          ? countedAddress(event.requestContext.identity.sourceIp)
          : `user:${identityHash(user)}`;
      const window = await windows.countAddress(counted, policy, clock());
      event.window = window;
      // Report an expired token as 401 even if its IP address is over the limit: many users share one behind CloudFront.
      if (user instanceof ApiError && bearerToken(event) !== undefined) throw user;
      if (window.exceeded) throw new RateLimitError(secondsLeft(window, clock()));
      if (user instanceof ApiError) throw user;
      event.user = user;
    },
  };
};
