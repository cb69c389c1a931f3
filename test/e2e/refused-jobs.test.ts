import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { expect, inject, test } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { simplePdf } from './support/documents.ts';
import { createTenant } from './support/tenant.ts';
import { withFile } from './support/with-file.ts';

const stack = inject('stack');

test('never fetches from a private network', async () => {
  let reached = 0;
  const server = createServer((_, response) => {
    reached += 1;
    response.end(simplePdf(['secret']));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const tenant = await createTenant(stack);
  const token = await tenant.authorize();

  const ends = [];
  const hosts = [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    `[::1]:${port}`,
    '169.254.169.254',
    `0x7f000001:${port}`,
    `sub.localhost.:${port}`,
  ];
  for (const host of hosts) {
    const json = { file_url: `http://${host}/a.pdf`, to: 'text' };
    const { status, json: refusal } = await tenant.call({ path: '/convert', token, json });
    ends.push([status, refusal.error]);
  }
  // Its name does not show that it is this machine.
  const jobId = await tenant.submit(token, '/convert', {
    file_url: `http://${hostname()}:${port}/`,
    to: 'text',
  });
  const { error } = await tenant.finish(token, jobId);
  server.close();

  expect(ends).toEqual(hosts.map(() => [400, 'invalid_request']));
  expect(error?.code).toBe('source_unreachable');
  expect(reached).toBe(0);
});

const badConversions = [
  {
    title: 'an unknown field',
    json: { to: 'text', too: 'x' },
    status: 400,
    error: 'invalid_request',
    says: 'too: unknown field',
  },
  {
    title: 'an unknown file',
    json: { file_id: newId('file', Date.now()), to: 'text' },
    status: 404,
    error: 'file_not_found',
    says: 'file_id',
  },
  {
    title: 'a source format that does not match the bytes',
    json: { from: 'text', to: 'pdf' },
    status: 422,
    error: 'format_mismatch',
    says: 'is pdf, not text',
  },
  {
    title: 'an unsupported target',
    json: { to: 'doc' },
    status: 422,
    error: 'unsupported_conversion',
    says: 'cannot convert pdf to "doc". Supported: pdf, text',
  },
  {
    title: 'a wrong value of an option',
    json: { from: 'pdf', to: 'text', options: { pages: 'x' } },
    status: 400,
    error: 'invalid_request',
    says: 'options.pages: must be page numbers',
  },
];

const shared = await withFile(simplePdf(['shared']), 'document.pdf', createTenant(stack));

test.each(badConversions)(
  'refuses a conversion with $title without counting it',
  async ({ json, status, error, says }) => {
    const { tenant, fileId } = shared;
    const token = await tenant.authorize();
    const before = (await tenant.call({ path: '/usage', token })).json;

    const answer = await tenant.call({ path: '/convert', token, json: { file_id: fileId, ...json } });

    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ error, message: expect.stringContaining(says) });
    expect((await tenant.call({ path: '/usage', token })).json).toEqual(before);
  },
);

test('refuses an extract format that the source does not support', async () => {
  const { tenant, fileId } = shared;

  const answer = await tenant.call({
    path: '/extract',
    token: await tenant.authorize(),
    json: { file_id: fileId, format: 'smell' },
  });

  expect([answer.status, answer.json.error]).toEqual([422, 'unsupported_conversion']);
});

test('hides files and jobs of other accounts', async () => {
  const { tenant, token, fileId } = await withFile(simplePdf(['mine']));
  const jobId = await tenant.submit(token, '/convert', { file_id: fileId, to: 'text' });
  await tenant.finish(token, jobId);
  const other = await createTenant(stack);
  const otherToken = await other.authorize();

  const answers = await Promise.all([
    other.call({ path: '/convert', token: otherToken, json: { file_id: fileId, to: 'text' } }),
    other.call({ path: `/job/${jobId}`, token: otherToken }),
    other.call({ path: `/job/${jobId}/result`, token: otherToken }),
    other.call({ path: `/job/${newId('job', Date.now())}`, token: otherToken }),
    other.call({ path: '/job/..%2f..%2fx', token: otherToken }),
  ]);

  expect(answers.map(({ status, json }) => [status, json.error])).toEqual([
    [404, 'file_not_found'],
    [404, 'job_not_found'],
    [404, 'job_not_found'],
    [404, 'job_not_found'],
    [404, 'job_not_found'],
  ]);
});
