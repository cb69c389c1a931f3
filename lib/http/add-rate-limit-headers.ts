import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { type RateLimitName, rateLimits } from '../api/limits.ts';
import { rateLimitHeaders } from '../limits/rate-windows.ts';
import { addHeaders } from './add-headers.ts';
import type { ApiEvent } from './api-event.ts';

/** Adds the rate limit headers to every response of a counted request, errors included. */
export const addRateLimitHeaders = (
  policy: RateLimitName,
  clock: () => number,
): MiddlewareObj<ApiEvent, APIGatewayProxyResult> =>
  addHeaders(({ window }) =>
    window === undefined ? {} : rateLimitHeaders(window, rateLimits[policy].windowSeconds, clock()),
  );
