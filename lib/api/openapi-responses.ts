import * as z from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { extractionResult } from '../conversions/document/result-schemas.ts';
import { declaredErrors } from './declared-errors.ts';
import { errorCodes } from './error-codes.ts';
import { errorExamples, type LimitName } from './error-examples.ts';
import * as schemas from './error-schemas.ts';
import { type RouteExamples, resultExamples } from './examples.ts';
import { rateLimits } from './limits.ts';
import { json, type Route, type SuccessResponse } from './route.ts';
import { routes } from './routes.ts';

const problemJson = 'application/problem+json';

type Header = { readonly description: string; readonly type?: 'integer' };

/** Headers that many responses have, which are components. */
const sharedHeaders: Readonly<Record<string, Header>> = {
  'X-Request-Id': { description: 'Request ID. Quote it when you contact support.' },
  RateLimit: {
    description:
      'Requests left in the window, and seconds until the window ends (draft-ietf-httpapi-ratelimit-headers)',
  },
  'RateLimit-Policy': { description: 'Requests per window and its length in seconds' },
  'x-ratelimit-limit': { description: 'Requests per window', type: 'integer' },
  'x-ratelimit-remaining': { description: 'Requests left in the window', type: 'integer' },
  'x-ratelimit-reset': { description: 'Seconds until the window ends', type: 'integer' },
};

const headerObject = ({ description, type }: Header) => ({
  description,
  schema: { type: type ?? ('string' as const) },
});

/** The headers that responses refer to. */
export const headerComponents = Object.fromEntries(
  Object.entries(sharedHeaders).map(([name, header]) => [name, headerObject(header)]),
);

/** The examples that responses refer to: of each code, with what to do, in JSON and as a problem document. */
export const exampleComponents = Object.fromEntries(
  [...errorExamples].flatMap(([code, { summary, cure, json: value, problem }]) => [
    [code, { summary, description: cure, value }],
    [`${code}_problem`, { summary, value: problem }],
  ]),
);

const headersOf = (route: Route, own: Readonly<Record<string, string>>) =>
  Object.fromEntries([
    ...Object.entries(own).map(([name, description]) => [
      name,
      headerObject({ description, ...(name === 'Retry-After' ? { type: 'integer' } : {}) }),
    ]),
    ...Object.keys(sharedHeaders)
      .filter((name) => name === 'X-Request-Id' || route.rateLimit !== null)
      .map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  ]);

/** Headers of error responses by status, besides those of every response. */
const refusalHeaders: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: {
    'WWW-Authenticate':
      'Authentication scheme. API Gateway renames this header to x-amzn-Remapped-WWW-Authenticate if you call it directly',
  },
  409: { 'Retry-After': 'Seconds to wait before a retry, if one can succeed' },
  415: { Accept: 'Supported content types, if the request has another one' },
  503: { 'Retry-After': 'Seconds to wait' },
};

const references = (codes: readonly string[], suffix = '') =>
  Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}${suffix}` }]));

const errorContent = (schema: z.ZodType, codes: readonly string[]) => ({
  [json]: { schema, examples: references(codes) },
  [problemJson]: { schema: schemas.problem, examples: references(codes, '_problem') },
});

/** One response for each status, with every code that it can have. */
const errorResponses = (route: Route): ZodOpenApiResponsesObject => {
  const byStatus = Map.groupBy(declaredErrors(route), (code) => errorCodes[code].status);
  const responses: ZodOpenApiResponsesObject = {};
  for (const [status, group] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[`${status}`] = {
      description: group.map((code) => `\`${code}\`: ${errorCodes[code].meaning}`).join('\n\n'),
      headers: headersOf(route, refusalHeaders[status] ?? {}),
      content: errorContent(schemas.error, group),
    };
  }
  return responses;
};

/** The response of API Gateway if a function ends before it responds. It is JSON for every client. */
const failedFunction: ZodOpenApiResponseObject = {
  description:
    '`internal_error`: The service failed before it responded. Retry with the same Idempotency-Key; the request counts once.',
  headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
  content: { [json]: { schema: schemas.error, examples: references(['internal_error']) } },
};

/** The limits of the plan that a route can reach. */
const planLimits = (route: Route): readonly LimitName[] => [
  ...(route.countsAsOperation ? (['monthly_limit_reached'] as const) : []),
  ...(route.countsAsOperation && route.mayWait === true
    ? (['active_jobs_limit_reached', 'engine_time_limit_reached'] as const)
    : []),
  ...(route.mayWait === true ? (['waiting_calls_limit_reached'] as const) : []),
];

const limitResponse = (route: Route): ZodOpenApiResponsesObject => {
  if (route.rateLimit === null) return {};
  const { requests, windowSeconds } = rateLimits[route.rateLimit];
  const perAccount =
    route.access === 'token' ? ', or more requests with all tokens than the plan allows' : '';
  const rate = `More than ${requests} requests in ${windowSeconds} seconds${perAccount}`;
  const limits = planLimits(route);
  const schema =
    limits.length > 0 ? z.union([schemas.rateLimitError, schemas.usageLimitError]) : schemas.rateLimitError;
  return {
    '429': {
      description: limits.length > 0 ? `${rate}, or a plan limit has been reached` : rate,
      headers: headersOf(route, { 'Retry-After': 'Seconds to wait' }),
      content: errorContent(schema, ['rate_limited', ...limits]),
    },
  };
};

/** Named values as examples of a body. */
export const examplesOf = (values: Readonly<Record<string, unknown>> = {}) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));

const successResponse = (
  route: Route,
  { status, description, schema, texts = {}, headers }: SuccessResponse,
  { responses = {} }: RouteExamples,
): ZodOpenApiResponseObject => ({
  description,
  headers: headersOf(route, headers ?? {}),
  ...(schema === undefined && Object.keys(texts).length === 0
    ? {}
    : {
        content: {
          ...(schema === undefined ? {} : { [json]: { schema, examples: examplesOf(responses[status]) } }),
          ...Object.fromEntries(
            Object.entries(texts).map(([type, text]) => [
              type,
              { schema: z.string(), examples: examplesOf({ text }) },
            ]),
          ),
        },
      }),
});

/** A response of the storage, which a client that follows a redirect to a result receives, or of the service with a small text. */
const withResult = (response: ZodOpenApiResponseObject): ZodOpenApiResponseObject => ({
  ...response,
  description:
    'The result with its media type, for clients that follow the redirect, or itself if it is a small text and Accept includes neither JSON nor everything',
  content: {
    ...response.content,
    ...Object.fromEntries(
      Object.entries({
        [json]: extractionResult,
        'text/plain': z.string(),
        'application/octet-stream': z.string().meta({ format: 'binary' }),
      }).map(([type, schema]) => [type, { schema, examples: examplesOf(resultExamples[type]) }]),
    ),
  },
});

/** The responses of a route. */
export const responsesOf = (route: Route, examples: RouteExamples): ZodOpenApiResponsesObject => ({
  ...Object.fromEntries(
    [route.success, ...(route.alternatives ?? [])].map((response) => [
      `${response.status}`,
      route === routes.getResult && response.status === 200
        ? withResult(successResponse(route, response, examples))
        : successResponse(route, response, examples),
    ]),
  ),
  ...errorResponses(route),
  ...limitResponse(route),
  '502': failedFunction,
});
