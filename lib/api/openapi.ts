import * as z from 'zod';
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi';
import { byteSize } from '../byte-size.ts';
import { fileSizeWords } from '../plans.ts';
import { declaredErrors } from './declared-errors.ts';
import { errorCodes } from './error-codes.ts';
import * as errorSchemas from './error-schemas.ts';
import { examples, type RouteExamples } from './examples.ts';
import * as headers from './header-schemas.ts';
import { contractVersion } from './index-document.ts';
import { exampleComponents, examplesOf, headerComponents, responsesOf } from './openapi-responses.ts';
import type { Route } from './route.ts';
import { accessRoutes } from './routes/access.ts';
import { fileRoutes } from './routes/files.ts';
import { jobRoutes } from './routes/jobs.ts';
import { serviceRoutes } from './routes/service.ts';
import { tryRoutes } from './routes/try.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { routes } from './routes.ts';
import * as schemas from './schemas.ts';
import { webhookEventExamples } from './webhook-event-examples.ts';
import { webhookEvents } from './webhook-events.ts';
import * as webhookSchemas from './webhook-schemas.ts';

/** The parameter `id` of the paths below each resource. */
const pathIds: Readonly<Record<string, z.ZodType>> = {
  file: schemas.fileId,
  job: schemas.jobId,
  webhooks: webhookSchemas.webhookId,
};

const pathParameters = (route: Route) => {
  const [, resource = ''] = route.path.split('/');
  const id = pathIds[resource];
  if (id === undefined || !route.path.includes('{id}')) return undefined;
  return z.object({
    id,
    ...(route.path.includes('{delivery_id}') ? { delivery_id: webhookSchemas.deliveryId } : {}),
  });
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
  Webhooks: { description: 'Receive an event when a job ends', routes: webhookRoutes },
  Service: { description: 'Formats, usage, health and descriptions', routes: serviceRoutes },
  Try: { description: 'Try sample files without an account', routes: tryRoutes },
};

const tagsOf = (name: string): string[] =>
  Object.keys(tags).filter((tag) => Object.hasOwn(tags[tag]?.routes ?? {}, name));

const headerParameters = (route: Route) => {
  const shape = {
    ...(route.countsAsOperation ? headers.idempotencyHeader.shape : {}),
    ...(route.mayWait === true ? headers.preferHeader.shape : {}),
    ...route.headers?.shape,
  };
  return Object.keys(shape).length === 0 ? {} : { header: z.object(shape) };
};

const requestBody = (route: Route, values: RouteExamples) => ({
  required: true,
  content: Object.fromEntries(
    Object.entries(route.body ?? {}).map(([type, schema]) => [
      type,
      { schema, examples: examplesOf(values.request?.[type]) },
    ]),
  ),
});

const operation = (
  name: string,
  route: Route,
  values: RouteExamples,
  uploadLimitBytes: number,
): ZodOpenApiOperationObject => {
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
    ...(route.body === undefined ? {} : { requestBody: requestBody(route, values) }),
    responses: responsesOf(route, values),
  };
};

/** The webhooks that the service sends, one for each event. */
const sentWebhooks = Object.fromEntries(
  webhookEvents.map((type) => [
    type,
    {
      post: {
        operationId: `receive-${type}`,
        tags: ['Webhooks'],
        summary: `A job ended: ${type}`,
        description:
          'Verify the signature with the secret of the endpoint (Standard Webhooks 1.0), and respond with 2xx within 10 seconds. After any other response the service retries, with up to ten attempts in about three days; 410 disables the endpoint. It does not follow redirects. Webhooks can arrive more than once and out of order.',
        security: [],
        requestParams: { header: webhookSchemas.webhookHeaders },
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: webhookSchemas.jobEvent,
              examples: examplesOf(webhookEventExamples[type]),
            },
          },
        },
        responses: { '2XX': { description: 'Event received' } },
      } satisfies ZodOpenApiOperationObject,
    },
  ]),
);

const description = `Converts documents from one format to another and extracts content from them.

1. Exchange an API key for a bearer token: \`POST /authorize\`.
2. Upload a file: \`POST /upload\`, or \`POST /uploads\` for a presigned form.
3. Submit a job: \`POST /convert\` or \`POST /extract\`.
4. Read the job until it ends: \`GET /job/{id}?wait=25\`. Its result is at \`output_url\`. Instead of polling, you can receive a webhook (\`POST /webhooks\`, or \`webhook_url\` in the request) or have the result sent to a presigned URL (\`deliver_to\`).

Steps 2 to 4 can be one call: send the file to \`POST /convert\` or \`POST /extract\` with \`Prefer: wait=25\`.

The API changes only by additions. Ignore fields that you do not know.`;

/** Removes what zod adds to every schema of a kind and says nothing about the contract. */
const simplify = (schema: z.core.JSONSchema.BaseSchema): void => {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // The format states the same as the pattern of 300 characters.
  if (schema.format === 'date-time') delete schema.pattern;
  // The names of a JSON object are strings.
  delete schema.propertyNames;
  if (Number.isInteger(schema.const)) schema.type = 'integer';
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
    [errorSchemas.errorCode, publicErrorCodes],
  ]);
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  const values: Readonly<Record<string, RouteExamples>> = examples;
  for (const [name, route] of Object.entries<Route>(routes)) {
    if (route.audience === 'dashboard') continue;
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: operation(name, route, values[name] ?? {}, uploadLimitBytes),
    };
  }
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'DocForge',
        version: contractVersion,
        description,
        contact: { name: 'The operator of this service', url: server },
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      servers: [{ url: server }],
      tags: Object.entries(tags).map(([name, { description }]) => ({ name, description })),
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'A token from POST /authorize, valid for an hour',
          },
        },
        headers: headerComponents,
        examples: exampleComponents,
      },
      paths,
      webhooks: sentWebhooks,
    },
    {
      override: ({ jsonSchema, zodSchema, io }) => {
        // Responses may gain fields: changes are additive only.
        if (io === 'output' && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
        const values = listed.get(zodSchema);
        if (values !== undefined) jsonSchema.enum = [...values];
        simplify(jsonSchema);
      },
    },
  );
};
