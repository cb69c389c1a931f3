import * as z from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponsesObject } from 'zod-openapi';
import { byteSize } from '../byte-size.ts';
import { fileSizeWords } from '../plans.ts';
import { declaredErrors } from './declared-errors.ts';
import { errorCodes } from './error-codes.ts';
import { rateLimits } from './limits.ts';
import type { Route, SuccessResponse } from './route.ts';
import { accessRoutes } from './routes/access.ts';
import { fileRoutes } from './routes/files.ts';
import { jobRoutes } from './routes/jobs.ts';
import { serviceRoutes } from './routes/service.ts';
import { routes } from './routes.ts';
import * as schemas from './schemas.ts';

const json = 'application/json';
const errorSchema = schemas.error.meta({ id: 'Error' });
const problemSchema = schemas.problem.meta({ id: 'Problem' });
const rateLimitErrorSchema = schemas.rateLimitError.meta({ id: 'RateLimitError' });
const usageLimitErrorSchema = schemas.usageLimitError.meta({ id: 'UsageLimitError' });

const headerDescriptions = (names: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(names).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' as const } },
    ]),
  );

const requestId = { 'X-Request-Id': 'Request ID. Quote it when you contact support.' };

const rateHeaders = {
  RateLimit: 'Requests left in the window and seconds until it ends (draft-ietf-httpapi-ratelimit-headers)',
  'RateLimit-Policy': 'Requests per window and its length in seconds',
  'x-ratelimit-limit': 'Requests per window',
  'x-ratelimit-remaining': 'Requests left in the window',
  'x-ratelimit-reset': 'Seconds until the window ends',
};

/** Headers of error responses by status, besides those of every response. */
const refusalHeaders: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: {
    'WWW-Authenticate':
      'The authentication scheme, if a bearer token is required. API Gateway renames this header to x-amzn-Remapped-WWW-Authenticate',
  },
  409: { 'Retry-After': 'Seconds to wait, if a retry can succeed' },
  415: { Accept: 'The supported content types, if that of the request is not one of them' },
  503: { 'Retry-After': 'Seconds to wait' },
};

/** One response for each status, with every code that it can have. */
const errorResponses = (route: Route): ZodOpenApiResponsesObject => {
  const byStatus = Map.groupBy(declaredErrors(route), (code) => errorCodes[code].status);
  const responses: ZodOpenApiResponsesObject = {};
  for (const [status, group] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[`${status}`] = {
      description: group.map((code) => `\`${code}\`: ${errorCodes[code].meaning}`).join('\n\n'),
      headers: headerDescriptions({
        ...requestId,
        ...(route.rateLimit === null ? {} : rateHeaders),
        ...refusalHeaders[status],
      }),
      content: { [json]: { schema: errorSchema }, 'application/problem+json': { schema: problemSchema } },
    };
  }
  return responses;
};

const limitResponse = (route: Route): ZodOpenApiResponsesObject => {
  if (route.rateLimit === null) return {};
  const { requests, windowSeconds } = rateLimits[route.rateLimit];
  const perAccount = route.access === 'token' ? ', or more requests of all tokens than the plan allows' : '';
  const rate = `More than ${requests} requests in ${windowSeconds} seconds${perAccount}`;
  const hasPlanLimit = route.countsAsOperation || route.mayWait === true;
  return {
    '429': {
      description: hasPlanLimit ? `${rate}, or a limit of the plan is reached` : rate,
      headers: headerDescriptions({ 'Retry-After': 'Seconds to wait', ...rateHeaders, ...requestId }),
      content: {
        [json]: {
          schema: hasPlanLimit
            ? z.union([rateLimitErrorSchema, usageLimitErrorSchema])
            : rateLimitErrorSchema,
        },
        'application/problem+json': { schema: problemSchema },
      },
    },
  };
};

const pathParameters = (route: Route) => {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return names.length === 0
    ? undefined
    : z.object(Object.fromEntries(names.map((name) => [name, z.string()])));
};

/** The limit that is in force at `POST /upload`, which differs between deployments. */
const uploadLimitNote = (route: Route, uploadLimitBytes: number): string =>
  route === routes.upload
    ? ` This deployment accepts files of up to ${byteSize(uploadLimitBytes)} (${uploadLimitBytes} bytes) here; POST /uploads accepts ${fileSizeWords}.`
    : '';

/** The groups of endpoints. */
const tags: Readonly<Record<string, { readonly description: string; readonly routes: object }>> = {
  Access: { description: 'Exchange an API key for a bearer token', routes: accessRoutes },
  Files: { description: 'Upload, read and delete files', routes: fileRoutes },
  Jobs: { description: 'Convert files and extract content from them', routes: jobRoutes },
  Service: { description: 'Formats, usage, health and descriptions', routes: serviceRoutes },
};

const tagsOf = (name: string): string[] =>
  Object.keys(tags).filter((tag) => Object.hasOwn(tags[tag]?.routes ?? {}, name));

const successResponse = (route: Route, { description, schema, texts = {}, headers }: SuccessResponse) => ({
  description,
  headers: headerDescriptions({ ...headers, ...requestId, ...(route.rateLimit === null ? {} : rateHeaders) }),
  ...(schema === undefined && Object.keys(texts).length === 0
    ? {}
    : {
        content: {
          ...(schema === undefined ? {} : { [json]: { schema } }),
          ...Object.fromEntries(
            Object.entries(texts).map(([type, example]) => [
              type,
              { schema: { type: 'string' as const }, example },
            ]),
          ),
        },
      }),
});

const headerParameters = (route: Route) => {
  const shape = {
    ...(route.countsAsOperation ? schemas.idempotencyHeader.shape : {}),
    ...(route.mayWait === true ? schemas.preferHeader.shape : {}),
    ...route.headers?.shape,
  };
  return Object.keys(shape).length === 0 ? {} : { header: z.object(shape) };
};

const operation = (name: string, route: Route, uploadLimitBytes: number): ZodOpenApiOperationObject => {
  const path = pathParameters(route);
  return {
    operationId: name,
    tags: tagsOf(name),
    summary: route.summary,
    description: `${route.description}${uploadLimitNote(route, uploadLimitBytes)}${route.countsAsOperation ? ' Counts as one operation.' : ''}`,
    security: route.access === 'token' ? [{ bearer: [] }] : [],
    requestParams: {
      ...(path === undefined ? {} : { path }),
      ...(route.query === undefined ? {} : { query: route.query }),
      ...headerParameters(route),
    },
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: Object.fromEntries(
              Object.entries(route.body).map(([type, schema]) => [type, { schema }]),
            ),
          },
        }),
    responses: {
      ...Object.fromEntries(
        [route.success, ...(route.alternatives ?? [])].map((response) => [
          `${response.status}`,
          successResponse(route, response),
        ]),
      ),
      ...errorResponses(route),
      ...limitResponse(route),
    },
  };
};

/** The error codes of the described endpoints, in the order of the table. */
const publicErrorCodes = (() => {
  const described = Object.values<Route>(routes).filter(({ audience }) => audience !== 'dashboard');
  const declared = new Set<string>(described.flatMap((route) => [...declaredErrors(route)]));
  return Object.keys(errorCodes).filter((code) => declared.has(code));
})();

/** The names that schemas of the contract list, which are data of other parts of the service. */
export type ListedNames = {
  /** Formats with their aliases. */
  readonly formats: readonly string[];
  readonly extractFormats: readonly string[];
  readonly jobErrors: readonly string[];
};

/**
 * The OpenAPI 3.1 document of the public API.
 *
 * `server` is the absolute base URL. `uploadLimitBytes` is the largest file that
 * `POST /upload` of this deployment accepts.
 */
export const openApiDocument = (server: string, uploadLimitBytes: number, names: ListedNames) => {
  const listed = new Map<unknown, readonly string[]>([
    [schemas.formatName, names.formats],
    [schemas.extractName, names.extractFormats],
    [schemas.jobErrorCode, names.jobErrors],
    [schemas.errorCode, publicErrorCodes],
  ]);
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const [name, route] of Object.entries<Route>(routes)) {
    if (route.audience === 'dashboard') continue;
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: operation(name, route, uploadLimitBytes),
    };
  }
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'DocForge',
        version: '1',
        description:
          'Converts uploaded documents from one format to another and extracts content from them. Exchange an API key for a token, upload a file, submit a job, read the job. Changes are additive only.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: server }],
      tags: Object.entries(tags).map(([name, { description }]) => ({ name, description })),
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      paths,
    },
    {
      override: ({ jsonSchema, zodSchema, io }) => {
        // Responses may gain fields: changes are additive only.
        if (io === 'output' && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
        const values = listed.get(zodSchema);
        if (values !== undefined) jsonSchema.enum = [...values];
        // The bounds that zod gives every integer.
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      },
    },
  );
};
