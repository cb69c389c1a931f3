import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createPostWebhook } from '../../../lib/webhooks/post-webhook.ts';
import { serve, useRemoteHosts } from '../files/remote-host.ts';

useRemoteHosts();

const anywhere = { isAllowed: () => true };
const post = createPostWebhook(() => anywhere, 5);

it('posts the body with its headers, and returns the status and the beginning of the response', async () => {
  const bodies: string[] = [];
  const { address, asked } = await serve(async (request, response) => {
    bodies.push((await buffer(request)).toString());
    response.writeHead(422, { 'retry-after': '7' }).end(`No\n${'x'.repeat(5000)}`);
  });

  const outcome = await post(`${address}/hook?a=1`, { 'webhook-id': 'msg_1' }, '{"ü":1}');

  expect(outcome).toEqual({ status: 422, excerpt: `No ${'x'.repeat(497)}`, retryAfterSeconds: 7 });
  expect(bodies).toEqual(['{"ü":1}']);
  expect(asked[0]).toMatchObject({ method: 'POST', url: '/hook?a=1' });
  expect(asked[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    'content-length': '8',
    'user-agent': 'DocForge',
    'webhook-id': 'msg_1',
  });
});

it.each([
  ['a date in the future', () => new Date(Date.now() + 90_000).toUTCString(), 60, 90],
  ['a date in the past', () => new Date(0).toUTCString(), undefined, undefined],
  ['nonsense', () => 'soon', undefined, undefined],
])('reads a Retry-After of %s', async (_title, value, least, most) => {
  const { address } = await serve((_, response) => response.writeHead(503, { 'retry-after': value() }).end());

  const outcome = await post(address, {}, '{}');

  const { retryAfterSeconds } = 'status' in outcome ? outcome : expect.fail();
  if (least === undefined) expect(retryAfterSeconds).toBeUndefined();
  else {
    expect(retryAfterSeconds).toBeGreaterThan(least);
    expect(retryAfterSeconds).toBeLessThanOrEqual(most);
  }
});

it('follows no redirect', async () => {
  const target = await serve((_, response) => response.end());
  const { address } = await serve((_, response) =>
    response.writeHead(307, { location: target.address }).end(),
  );

  expect(await post(address, {}, '{}')).toMatchObject({ status: 307 });
  expect(target.asked).toEqual([]);
});

it('reports a receiver that does not respond in time as slow, and one whose body hangs by its status', async () => {
  const silent = await serve(() => undefined);
  const hanging = await serve((_, response) => response.writeHead(200).write('a'));
  const quick = createPostWebhook(() => anywhere, 0.2);

  expect(await quick(silent.address, {}, '{}')).toEqual({
    problem: 'No response within 0.2 seconds.',
    isSlow: true,
  });
  expect(await quick(hanging.address, {}, '{}')).toMatchObject({ status: 200 });
});

it('reads only the beginning of an endless response', async () => {
  let sent = 0;
  const { address } = await serve((_, response) => {
    const write = (): void => {
      while (!response.destroyed) {
        sent += 65_536;
        if (!response.write('x'.repeat(65_536))) break;
      }
    };
    response.on('drain', write);
    write();
  });

  expect(await post(address, {}, '{}')).toEqual({
    status: 200,
    excerpt: 'x'.repeat(500),
    retryAfterSeconds: undefined,
  });
  expect(sent).toBeLessThan(20_000_000);
});

it('never connects to a private address, even if the name had a public one before', async () => {
  const { address, asked } = await serve((_, response) => response.end());
  const { port } = new URL(address);
  const answers = [['8.8.8.8'], ['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], []];
  const rebinding = createPostWebhook(
    () => ({
      resolve: async () => (answers.shift() ?? []).map((each) => ({ address: each, family: 4 })),
    }),
    0.2,
  );
  const notPublic = { problem: 'The host is not on the public internet.', isSlow: false };

  const outcomes = [];
  for (let count = 0; count < 4; count += 1)
    outcomes.push(await rebinding(`http://a.example:${port}/`, {}, ''));

  expect(outcomes[0]).not.toEqual(notPublic);
  expect(outcomes.slice(1)).toEqual([notPublic, notPublic, notPublic]);
  expect(asked).toEqual([]);
});

it('reports the code of a failed connection and a name that does not resolve, and nothing else', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const unresolved = createPostWebhook(
    () => ({
      resolve: async () => {
        throw new Error('a secret of the resolver');
      },
    }),
    5,
  );

  expect(await post(`http://127.0.0.1:${port}/`, {}, '{}')).toEqual({
    problem: 'The connection failed (ECONNREFUSED).',
    isSlow: false,
  });
  expect(await unresolved('https://a.example/', {}, '{}')).toEqual({
    problem: 'The host name does not resolve.',
    isSlow: false,
  });
});
