import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../../lib/api/error-codes.ts';
import { openApiDocument } from '../../../lib/api/openapi.ts';
import type { Route } from '../../../lib/api/route.ts';
import { routes } from '../../../lib/api/routes.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as any client reads it
type Json = any;

const document: Json = JSON.parse(
  JSON.stringify(
    openApiDocument('https://api.example/v1', 4_500_000, {
      formats: ['pdf', 'text', 'txt'],
      extractFormats: ['text', 'chunks'],
      jobErrors: ['corrupt_document'],
    }),
  ),
);
const routesOf = (audience: Route['audience']): [string, Route][] =>
  Object.entries<Route>(routes).filter(([, route]) => route.audience === audience);
const all = routesOf(undefined);

const operationOf = ({ path, method }: Route): Json => document.paths[path]?.[method.toLowerCase()];

/** Every object of the document. */
const objectsOf = (value: unknown): Json[] =>
  typeof value === 'object' && value !== null
    ? [value, ...Object.values(value).flatMap((each) => objectsOf(each))]
    : [];

describe('the OpenAPI document', () => {
  it('is version 3.1 and contains its server', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: 'https://api.example/v1' }]);
    expect(document.info).toMatchObject({ title: 'DocForge', version: '1' });
  });

  it('allows additional fields in responses but not in requests', () => {
    const { requestBody, responses } = operationOf(routes.convert);

    expect(objectsOf(responses).filter((each) => each.additionalProperties === false)).toEqual([]);
    expect(requestBody.content['application/json'].schema.$ref).toBe('#/components/schemas/ConvertRequest');
    expect(document.components.schemas.ConvertRequest.additionalProperties).toBe(false);
    expect(document.components.schemas.Job.additionalProperties).toBeUndefined();
  });

  it('contains the routes of the public API only', () => {
    const described = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );

    expect(described.toSorted()).toEqual(all.map(([, { method, path }]) => `${method} ${path}`).toSorted());
  });

  it('omits the routes of the dashboard and the payment provider', () => {
    const hidden = routesOf('dashboard').map(([name]) => name);

    expect(hidden.toSorted()).toEqual([
      'closeSession',
      'createKey',
      'getDashboardConfig',
      'getUsageHistory',
      'listKeys',
      'openBillingPortal',
      'openCheckout',
      'openSession',
      'receiveBillingEvent',
      'revokeKey',
      'runOperatorCommand',
    ]);
    expect(JSON.stringify(document)).not.toMatch(/\/account\b|\/billing|invalid_identity/);
  });

  it('names its schemas, and lists formats, states and error codes', () => {
    const { schemas } = document.components;

    expect(operationOf(routes.getJob).responses['200'].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/Job',
    });
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining([
        'AccessToken',
        'File',
        'FilePage',
        'Formats',
        'Job',
        'JobPage',
        'UploadedFile',
        'Usage',
      ]),
    );
    expect(schemas.ConvertRequest.properties.to).toEqual({ $ref: '#/components/schemas/FormatName' });
    expect(schemas.FormatName.enum).toEqual(['pdf', 'text', 'txt']);
    expect(schemas.ExtractFormat.enum).toEqual(['text', 'chunks']);
    expect(schemas.JobErrorCode.enum).toEqual(['corrupt_document']);
    expect(schemas.ErrorCode.enum).toEqual(
      expect.arrayContaining(['file_not_found', 'idempotency_mismatch']),
    );
    expect(schemas.JobStatus.enum).toContain('cancelled');
  });

  it('gives every endpoint a group', () => {
    const known = document.tags.map(({ name }: { name: string }) => name);

    for (const [, route] of all)
      expect([operationOf(route).tags.length, known]).toEqual([
        1,
        expect.arrayContaining(operationOf(route).tags),
      ]);
  });

  it('keeps maps as maps, and no bounds that every integer has', () => {
    const { fields } = document.components.schemas.PresignedForm.properties;

    expect(fields.additionalProperties).toEqual({ type: 'string' });
    expect(JSON.stringify(document)).not.toMatch(/900719925474099|propertyNames/);
  });

  it('types the query parameters', () => {
    const { parameters } = operationOf(routes.listJobs);
    const typeOf = (name: string) => parameters.find((each: Json) => each.name === name).schema;

    expect(typeOf('limit')).toMatchObject({ type: 'integer', minimum: 1, maximum: 100, default: 20 });
    expect(typeOf('limit')).not.toHaveProperty('pattern');
    expect(typeOf('status')).toMatchObject({ $ref: '#/components/schemas/JobStatus' });
  });

  it('has unique operation ids', () => {
    expect(all.map(([, route]) => operationOf(route).operationId)).toEqual(all.map(([name]) => name));
  });
});

describe.each(all)('the description of %s', (_name, route) => {
  const operation = operationOf(route);

  it('documents each error code under its status', () => {
    const codes = [
      ...route.errors,
      'internal_error' as const,
      'temporarily_unavailable' as const,
      ...(route.access === 'token' ? (['unauthorized'] as const) : []),
    ];

    for (const code of codes) {
      const { status, meaning } = errorCodes[code];
      expect(operation.responses[status]?.description).toContain(`\`${code}\`: ${meaning}`);
      expect(operation.responses[status].content['application/json'].schema).toEqual({
        $ref: '#/components/schemas/Error',
      });
    }
  });

  it('documents the response of API Gateway to a function that fails', () => {
    expect(operation.responses['502']).toEqual({
      description: expect.stringContaining('`internal_error`'),
      headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Error' },
          examples: { internal_error: { $ref: '#/components/examples/internal_error' } },
        },
      },
    });
  });

  it('documents its rate limit', () => {
    const limited = operation.responses['429'];

    expect(limited !== undefined).toBe(route.rateLimit !== null);
    if (limited !== undefined) {
      const references = objectsOf(limited)
        .flatMap(({ $ref }): string[] => $ref ?? [])
        .filter((reference) => reference.includes('/schemas/'));
      expect(references).toEqual([
        '#/components/schemas/RateLimitError',
        ...(route.countsAsOperation || route.mayWait ? ['#/components/schemas/UsageLimitError'] : []),
        '#/components/schemas/Problem',
      ]);
      expect(Object.keys(limited.headers)).toEqual(
        expect.arrayContaining(['Retry-After', 'RateLimit', 'RateLimit-Policy', 'x-ratelimit-reset']),
      );
    }
  });

  it('has an id, a summary, a description and a response to a bad request', () => {
    expect(operation).toMatchObject({
      operationId: expect.stringMatching(/^[a-z][A-Za-z]+$/),
      summary: expect.stringMatching(/^[A-Z].*[^.]$/),
      description: expect.stringMatching(/\.$/),
    });
    const statuses = Object.keys(operation.responses);
    expect(statuses.filter((status) => status.startsWith('4'))).not.toEqual([]);
    expect(statuses.filter((status) => /^2|^302$/.test(status))).not.toEqual([]);
  });

  it('describes each parameter, and those of the path by an example', () => {
    for (const { description, schema, in: place } of operation.parameters ?? []) {
      expect(description).toMatch(/\w/);
      if (place === 'path') expect(schema.example).toMatch(/^(file|job|whk|msg)_/);
    }
  });

  it('requires a token only if the route does', () => {
    expect(operation.security).toEqual(route.access === 'token' ? [{ bearer: [] }] : []);
  });

  it('has its path parameters, request bodies and response', () => {
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const described = (operation.parameters ?? []).filter((each: Json) => each.in === 'path');

    expect(described.map(({ name, required }: Json) => [name, required])).toEqual(
      inPath.map((name) => [name, true]),
    );
    expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(Object.keys(route.body ?? {}));
    expect(operation.responses[route.success.status].headers).toHaveProperty('X-Request-Id');
  });
});
