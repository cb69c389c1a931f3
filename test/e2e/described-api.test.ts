import { expect, inject, test } from 'vitest';
import { formats } from '../../lib/api/service-schemas.ts';
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
  expect(json.formats).toContainEqual({
    name: 'jpeg',
    label: 'JPEG',
    extensions: ['jpg', 'jpeg'],
    media_types: ['image/jpeg'],
    aliases: ['jpg'],
  });
});

test('lists the options once if they are to be references, compressed', async () => {
  const tenant = await createTenant(stack);
  const token = await tenant.authorize();
  const headers = { 'accept-encoding': 'gzip' };

  const { bytes, headers: received } = await tenant.call({ path: '/jobs?limit=1', token, headers });
  const inline = await fetch(`${stack.baseUrl}/formats`, { headers: { authorization: `Bearer ${token}` } });
  const shared = await fetch(`${stack.baseUrl}/formats?options=reference`, {
    headers: { authorization: `Bearer ${token}` },
  });

  const [long, short] = [await inline.text(), await shared.text()];
  expect([inline.headers.get('content-encoding'), shared.headers.get('content-encoding')]).toEqual([
    'gzip',
    'gzip',
  ]);
  expect(short.length).toBeLessThan(long.length / 2);
  expect(formats.parse(JSON.parse(short))).toEqual(JSON.parse(short));
  // Too small to be compressed.
  expect([received['content-encoding'], JSON.parse(bytes.toString()).data]).toEqual([undefined, []]);
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

test('redirects from the address of the API to the documentation', async () => {
  const response = await fetch(`${stack.endpoints.api}/docs`, { redirect: 'manual' });

  expect([response.status, response.headers.get('location')]).toEqual([302, `${stack.baseUrl}/docs/`]);
});
