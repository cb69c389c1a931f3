import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { RateLimitName } from '../api/limits.ts';
import { RateLimitError } from '../api-errors.ts';
import { countedAddress, type RateWindows, secondsLeft } from '../limits/rate-windows.ts';
import { addRateLimitHeaders } from './add-rate-limit-headers.ts';
import type { ApiEvent } from './api-event.ts';

/** Counts each request by its IP address, whatever token it has. Throws RateLimitError. */
export const countAddress = (
  policy: RateLimitName,
  windows: Pick<RateWindows, 'countAddress'>,
  clock: () => number = Date.now,
): MiddlewareObj<ApiEvent, APIGatewayProxyResult> => ({
  ...addRateLimitHeaders(policy, clock),
  before: async ({ event }) => {
    const address = countedAddress(event.requestContext.identity.sourceIp);
    event.window = await windows.countAddress(address, policy, clock());
    if (event.window.exceeded) throw new RateLimitError(secondsLeft(event.window, clock()));
  },
});
