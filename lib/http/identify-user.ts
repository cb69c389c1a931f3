import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { identityHash, invalidIdentity, type User, type VerifyIdentity } from '../accounts/identity.ts';
import { rateLimits } from '../api/limits.ts';
import type { Route } from '../api/route.ts';
import { ApiError, RateLimitError } from '../errors.ts';
import { countedAddress, type RateWindows, rateLimitHeaders, secondsLeft } from '../limits/rate-windows.ts';
import { addHeaders } from './add-headers.ts';
import type { ApiEvent } from './api-event.ts';
import { bearerToken } from './bearer-token.ts';

/** The dependencies of the authentication of signed-in users. */
export type UserAuthentication = { readonly windows: RateWindows; readonly verify: VerifyIdentity };

/**
 * Tells the signed-in user of each call, and counts it: against the user, or against its address where there is none.
 *
 * Sets `event.user`. Each answer, refusals included, gets the rate limit headers. Throws `invalid_identity`,
 * `temporarily_unavailable` and RateLimitError.
 */
export const identifyUser = (
  { rateLimit: policy }: Route,
  { windows, verify }: UserAuthentication,
  clock: () => number = Date.now,
): MiddlewareObj<ApiEvent, APIGatewayProxyResult> => {
  if (policy === null) throw new Error('The calls of signed-in users are counted');
  const identify = async (event: ApiEvent): Promise<User | ApiError> => {
    const token = bearerToken(event);
    if (token === undefined) return invalidIdentity();
    try {
      return await verify(token);
    } catch (error) {
      // A refused call is counted first.
      if (error instanceof ApiError) return error;
      throw error;
    }
  };
  return {
    ...addHeaders(({ window }) =>
      window === undefined ? {} : rateLimitHeaders(window, rateLimits[policy].windowSeconds, clock()),
    ),
    before: async ({ event }) => {
      const user = await identify(event);
      const counted =
        user instanceof ApiError
          ? countedAddress(event.requestContext.identity.sourceIp)
          : `user:${identityHash(user)}`;
      const window = await windows.countAddress(counted, policy, clock());
      event.window = window;
      // Behind CloudFront many share an address: whose token is over must hear so, whatever others have used up.
      if (user instanceof ApiError && bearerToken(event) !== undefined) throw user;
      if (window.exceeded) throw new RateLimitError(secondsLeft(window, clock()));
      if (user instanceof ApiError) throw user;
      event.user = user;
    },
  };
};
