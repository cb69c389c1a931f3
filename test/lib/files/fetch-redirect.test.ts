import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { fetchRemote } from '../../../lib/files/fetch-remote.ts';
import { limits, refusal, serve, useRemoteHosts } from './remote-host.ts';

useRemoteHosts();

it('follows three redirects, including relative ones', async () => {
  const { address, asked } = await serve((request, response) => {
    const hops: Record<string, string> = { '/1': '/2', '/2': '3', '/3': '/end.txt' };
    const next = hops[request.url ?? ''];
    if (next === undefined) response.end('at last');
    else response.writeHead(302, { location: next }).end('moved');
  });

  const { bytes, filename } = await fetchRemote(`${address}/1`, limits);

  expect([bytes.toString(), filename]).toEqual(['at last', 'end.txt']);
  expect(asked.map(({ url }) => url)).toEqual(['/1', '/2', '/3', '/end.txt']);
});

it('refuses a fourth redirect', async () => {
  const { address, asked } = await serve((_request, response) =>
    response.writeHead(307, { location: '/again' }).end(),
  );

  expect(await refusal(fetchRemote(address, limits))).toEqual([
    'source_unreachable',
    'file_url: more than 3 redirects. Use the final address.',
  ]);
  expect(asked).toHaveLength(4);
});

it.each(['file:///etc/passwd', 'ftp://example.com/a', 'data:text/plain,a'])(
  'refuses a redirect to %s',
  async (location) => {
    const { address } = await serve((_request, response) => response.writeHead(301, { location }).end());

    expect((await refusal(fetchRemote(address, limits)))[1]).toBe(
      'file_url: a redirect uses a scheme other than http or https.',
    );
  },
);

it('refuses a redirect with an invalid URL', async () => {
  const { address } = await serve((_request, response) =>
    response.writeHead(301, { location: 'http://[' }).end(),
  );

  expect((await refusal(fetchRemote(address, limits)))[0]).toBe('source_unreachable');
});

const notPublic = 'file_url: the address is not on the public internet. Upload the file instead.';

it.each([
  'http://127.0.0.1:1/',
  'http://localhost:1/',
  'http://[::1]:1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0x7f000001:1/',
  'http://2130706433:1/',
  'http://127.1:1/',
  'http://[::ffff:127.0.0.1]:1/',
  'http://0/',
])('never connects to %s', async (address) => {
  expect(await refusal(fetchRemote(address, { maxBytes: 1000, timeoutSeconds: 5 }))).toEqual([
    'source_unreachable',
    notPublic,
  ]);
});

it.each([
  {
    title: 'redirects to an invalid URL',
    answer: (response: ServerResponse) => response.writeHead(302, { location: 'http://[bad' }).end(),
  },
  {
    title: 'does not speak HTTP',
    answer: (response: ServerResponse) => response.socket?.end('the bytes of a document'),
  },
])('omits addresses and bytes from the error if the host $title', async ({ answer }) => {
  const { address } = await serve((_request, response) => answer(response));
  const signed = `${address.replace('http://', 'http://user:hunter2@')}/a?X-Amz-Signature=SECRET`;

  const error: Error = await fetchRemote(signed, limits).then(
    () => new Error('It was not refused'),
    (reason) => reason,
  );

  // Everything a logger may find in it, its causes included.
  const logged = inspect(error, { depth: 10 });
  expect(logged).toContain('source_unreachable');
  expect(logged).not.toMatch(/hunter2|SECRET|rawPacket|bytes of a document/);
});

it('refuses a redirect into a private network', async () => {
  const inner = await serve((_request, response) => response.end('secret'));
  const outer = await serve((_request, response) =>
    response.writeHead(302, { location: inner.address.replace('127.0.0.1', '127.0.0.2') }).end(),
  );
  const isAllowed = (address: string): boolean => address === '127.0.0.1';

  expect(await refusal(fetchRemote(outer.address, { ...limits, isAllowed }))).toEqual([
    'source_unreachable',
    notPublic,
  ]);
  expect(inner.asked).toEqual([]);
});

it('refuses a name with one private address', async () => {
  const resolve = async () => [
    { address: '127.0.0.1', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ];
  const isAllowed = (address: string): boolean => address === '127.0.0.1';

  expect((await refusal(fetchRemote('http://two.test/', { ...limits, isAllowed, resolve })))[1]).toBe(
    notPublic,
  );
});

it('connects to the address it checked, even if the name resolves differently later', async () => {
  const { address, asked } = await serve((_request, response) => response.end('as judged'));
  const answers = ['127.0.0.1', '10.0.0.1'];
  const resolve = async () => [{ address: answers.shift() ?? '10.0.0.1', family: 4 }];
  const port = new URL(address).port;

  const { bytes } = await fetchRemote(`http://rebound.test:${port}/a`, { ...limits, resolve });

  expect(bytes.toString()).toBe('as judged');
  expect(asked[0]?.headers.host).toBe(`rebound.test:${port}`);
  expect(answers).toEqual(['10.0.0.1']);
});

it('checks the name again after each redirect', async () => {
  const { address } = await serve((_request, response) => response.writeHead(302, { location: '/b' }).end());
  const answers = ['127.0.0.1', '127.0.0.9'];
  const resolve = async () => [{ address: answers.shift() ?? '', family: 4 }];
  const isAllowed = (each: string): boolean => each === '127.0.0.1';
  const url = `http://rebound.test:${new URL(address).port}/a`;

  expect((await refusal(fetchRemote(url, { ...limits, resolve, isAllowed })))[1]).toBe(notPublic);
});
