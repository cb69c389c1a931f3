import { expect, inject, test } from 'vitest';
import { formats } from '../../lib/api/schemas.ts';
import { createTenant } from './support/tenant.ts';
import { withFile } from './support/with-file.ts';

const stack = inject('stack');

test('lists every conversion and extraction with its options', async () => {
  const { tenant, token } = await withFile('text\n', 'a.txt');

  const { status, json } = await tenant.call({ path: '/formats', token });

  expect(status).toBe(200);
  expect(formats.parse(json)).toEqual(json);
  expect(json.conversions).toContainEqual({
    from: 'pdf',
    to: 'text',
    engines: expect.arrayContaining(['liteparse-pdf-reader', 'pdf-parse-pdf-reader']),
    several_files: false,
    options: expect.objectContaining({ properties: expect.objectContaining({ pages: expect.any(Object) }) }),
  });
  expect(json.extractions).toContainEqual({
    from: 'text',
    format: 'chunks',
    engines: expect.any(Array),
    options: expect.any(Object),
  });
});

test('lists the conversions of one format, under any of its names', async () => {
  const tenant = await createTenant(stack);
  const token = await tenant.authorize();

  const { json } = await tenant.call({ path: '/formats?from=md', token });
  const unknown = await tenant.call({ path: '/formats?from=wpd', token });

  expect(new Set(json.conversions.map(({ from }: { from: string }) => from))).toEqual(new Set(['markdown']));
  expect([unknown.status, unknown.json.error]).toEqual([400, 'invalid_request']);
});

test('returns an OpenAPI 3.1 document without a token', async () => {
  const answer = await fetch(`${stack.baseUrl}/openapi.json`);

  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: stack.baseUrl }],
    paths: { '/job/{id}': {} },
  });
});
