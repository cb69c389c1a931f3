import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { inspect } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { ConversionError } from '../../../lib/errors.ts';
import { type FetchLimits, fetchRemote } from '../../../lib/files/fetch-remote.ts';
import { listenOnLoopback } from '../../../local/emulators/loopback.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const serve = async (answer: RequestListener): Promise<{ address: string; asked: IncomingMessage[] }> => {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  servers.push(server);
  return { address: await listenOnLoopback(server, 0), asked };
};

const limits: FetchLimits = { maxBytes: 1000, timeoutSeconds: 5, isAllowed: () => true };

/** Code and message of the refusal. */
const refusal = async (download: Promise<unknown>): Promise<[string, string]> => {
  const error = await download.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ConversionError) return [error.code, error.message];
  throw new Error('It was not refused', { cause: error });
};

it('gives the bytes and the name that the address ends with', async () => {
  const { address, asked } = await serve((_request, response) => response.end('the document'));

  const { bytes, filename } = await fetchRemote(`${address}/a/the%20file.txt?token=x`, limits);

  expect([bytes.toString(), filename]).toEqual(['the document', 'the file.txt']);
  expect(asked[0]?.url).toBe('/a/the%20file.txt?token=x');
  expect(asked[0]?.headers['user-agent']).toBe('DocForge');
});

it('takes a document of exactly the limit', async () => {
  const { address } = await serve((_request, response) => response.end('x'.repeat(1000)));

  expect((await fetchRemote(address, limits)).bytes).toHaveLength(1000);
});

it.each([
  ['that says how long it is', { 'content-length': '1001' }],
  ['that comes in chunks', { 'transfer-encoding': 'chunked' }],
])('refuses a document over the limit %s', async (_title, headers) => {
  const { address } = await serve((_request, response) => {
    response.writeHead(200, headers).end('x'.repeat(1001));
  });

  expect(await refusal(fetchRemote(address, limits))).toEqual([
    'source_unreachable',
    'file_url: the document is larger than the limit of 1000 bytes. Reduce its size.',
  ]);
});

it('stops reading a document without an end', async () => {
  const { address } = await serve((_request, response) => {
    const more = (): unknown => response.write('x'.repeat(500)) && setImmediate(more);
    response.on('drain', more);
    more();
  });

  expect((await refusal(fetchRemote(address, limits)))[1]).toContain('limit of 1000 bytes');
});

it('refuses a document that is shorter than its host said', async () => {
  const { address } = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '500' }).write('too little');
    response.socket?.end();
  });

  expect((await refusal(fetchRemote(address, limits)))[0]).toBe('source_unreachable');
});

it('refuses a document of no bytes', async () => {
  const { address } = await serve((_request, response) => response.end());

  expect(await refusal(fetchRemote(address, limits))).toEqual([
    'empty_document',
    'file_url: the document is empty.',
  ]);
});

it.each([404, 403, 500, 204, 304])('refuses an answer of %i', async (status) => {
  const { address } = await serve((_request, response) => response.writeHead(status).end());

  expect(await refusal(fetchRemote(address, limits))).toEqual([
    'source_unreachable',
    `file_url: the host responded with status ${status}. The address must return the document itself.`,
  ]);
});

it.each([
  ['before it answers', () => undefined],
  [
    'in the middle of the document',
    (_request: unknown, response: { write(text: string): unknown }) => void response.write('the beginning'),
  ],
])('gives a host up that stops %s', async (_title, answer) => {
  const { address } = await serve(answer);

  expect(await refusal(fetchRemote(address, { ...limits, timeoutSeconds: 0.2 }))).toEqual([
    'source_unreachable',
    'file_url: no response within 0.2 seconds. Check the address or upload the file.',
  ]);
});

/** Switches protocols and never closes the connection. */
const upgrade: RequestListener = (_request, response) => {
  response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n');
};

it('refuses an upgrade, and closes its connection', async () => {
  const { address, asked } = await serve(upgrade);

  expect(await refusal(fetchRemote(address, limits))).toEqual([
    'source_unreachable',
    'file_url: the host responded with status 101. The address must return the document itself.',
  ]);
  await expect.poll(() => asked[0]?.socket.destroyed).toBe(true);
});

it('says so where the host closes the connection in place of an answer', async () => {
  const { address } = await serve((_request, response) => response.socket?.destroy());

  expect((await refusal(fetchRemote(address, limits)))[1]).toContain('the host could not be reached');
});

it('ends by its deadline where the host sends informational answers without an end', async () => {
  const { address, asked } = await serve((_request, response) => {
    const more = (): void => {
      if (response.socket?.destroyed === false) response.writeProcessing();
      if (response.socket?.destroyed === false) setImmediate(more);
    };
    more();
  });

  expect((await refusal(fetchRemote(address, { ...limits, timeoutSeconds: 0.2 })))[1]).toContain(
    'no response',
  );
  await expect.poll(() => asked[0]?.socket.destroyed).toBe(true);
});

it.each([
  ['before the answer', () => undefined],
  [
    'in the middle of the document',
    (_request: unknown, response: ServerResponse) => void response.write('the beginning'),
  ],
])('stops with the reason of its signal %s, and closes its connection', async (_title, answer) => {
  const { address, asked } = await serve(answer);
  const job = new AbortController();
  const download = fetchRemote(address, { ...limits, timeoutSeconds: 600, signal: job.signal });
  await expect.poll(() => asked).toHaveLength(1);

  job.abort(new Error('The lease was lost'));

  await expect(download).rejects.toBe(job.signal.reason);
  await expect.poll(() => asked[0]?.socket.destroyed).toBe(true);
});

it('stops with the reason of its signal while the name is resolved, and connects to nobody', async () => {
  const { address, asked } = await serve((_request, response) => response.end('too late'));
  const { promise: resolved, resolve: answer } =
    Promise.withResolvers<{ address: string; family: number }[]>();
  const job = new AbortController();
  const url = `http://slow.test:${new URL(address).port}/`;
  const download = fetchRemote(url, { ...limits, signal: job.signal, resolve: () => resolved });

  job.abort(new Error('The lease was lost'));

  await expect(download).rejects.toBe(job.signal.reason);
  answer([{ address: '127.0.0.1', family: 4 }]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual([]);
});

it('asks nobody where its signal is aborted already', async () => {
  const { address, asked } = await serve((_request, response) => response.end('too late'));
  const signal = AbortSignal.abort(new Error('The lease was lost'));

  await expect(fetchRemote(address, { ...limits, signal })).rejects.toBe(signal.reason);
  expect(asked).toEqual([]);
});

it('says so where nobody answers', async () => {
  const { address } = await serve(() => undefined);
  servers.splice(0)[0]?.close();

  expect(await refusal(fetchRemote(address, limits))).toEqual([
    'source_unreachable',
    'file_url: the host could not be reached. Check the address or upload the file.',
  ]);
});

it('waits no longer than its time for a resolver that never answers', async () => {
  const resolve = () => new Promise<never>(() => undefined);

  expect(
    (await refusal(fetchRemote('http://host.test/', { ...limits, timeoutSeconds: 0.05, resolve })))[0],
  ).toBe('source_unreachable');
});

it('says so where the name does not resolve', async () => {
  const resolve = () => Promise.reject(new Error('ENOTFOUND'));

  expect(await refusal(fetchRemote('http://nowhere.test/a', { ...limits, resolve }))).toEqual([
    'source_unreachable',
    'file_url: the host name does not resolve. Check the address.',
  ]);
});

it('follows three redirects, relative ones too', async () => {
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

it('refuses a redirect that is no address', async () => {
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
    title: 'redirects to no address',
    answer: (response: ServerResponse) => response.writeHead(302, { location: 'http://[bad' }).end(),
  },
  {
    title: 'does not speak HTTP',
    answer: (response: ServerResponse) => response.socket?.end('the bytes of a document'),
  },
])('keeps addresses and bytes out of the error where the host $title', async ({ answer }) => {
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

it('refuses a name of which one address is private', async () => {
  const resolve = async () => [
    { address: '127.0.0.1', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ];
  const isAllowed = (address: string): boolean => address === '127.0.0.1';

  expect((await refusal(fetchRemote('http://two.test/', { ...limits, isAllowed, resolve })))[1]).toBe(
    notPublic,
  );
});

it('connects to the address it has judged, though the name leads elsewhere the next time', async () => {
  const { address, asked } = await serve((_request, response) => response.end('as judged'));
  const answers = ['127.0.0.1', '10.0.0.1'];
  const resolve = async () => [{ address: answers.shift() ?? '10.0.0.1', family: 4 }];
  const port = new URL(address).port;

  const { bytes } = await fetchRemote(`http://rebound.test:${port}/a`, { ...limits, resolve });

  expect(bytes.toString()).toBe('as judged');
  expect(asked[0]?.headers.host).toBe(`rebound.test:${port}`);
  expect(answers).toEqual(['10.0.0.1']);
});

it('judges a name anew after each redirect', async () => {
  const { address } = await serve((_request, response) => response.writeHead(302, { location: '/b' }).end());
  const answers = ['127.0.0.1', '127.0.0.9'];
  const resolve = async () => [{ address: answers.shift() ?? '', family: 4 }];
  const isAllowed = (each: string): boolean => each === '127.0.0.1';
  const url = `http://rebound.test:${new URL(address).port}/a`;

  expect((await refusal(fetchRemote(url, { ...limits, resolve, isAllowed })))[1]).toBe(notPublic);
});
