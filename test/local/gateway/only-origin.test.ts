import { createServer, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Emulator, listenOnLoopback } from '../../../local/emulators/loopback.ts';
import { createOnlyOrigin } from '../../../local/gateway/only-origin.ts';
import { type Gateway, listenGateway } from '../../../local/gateway/server.ts';
import { exchange } from '../raw-http.ts';

let gateway: Gateway;
let services: Emulator[];
const asked: { readonly service: string; readonly request: IncomingMessage }[] = [];

const listen = async (service: string): Promise<Emulator> => {
  const server = createServer((request, response) => {
    asked.push({ service, request });
    response.end(service);
  });
  const endpoint = await listenOnLoopback(server, 0);
  return { endpoint, close: async () => void server.close() };
};

beforeEach(async () => {
  asked.length = 0;
  services = [await listen('s3'), await listen('identity provider')];
  gateway = await listenGateway(0, { address: '0.0.0.0', publicUrl: 'https://docs.example.com' });
  gateway.serve(
    createOnlyOrigin(async (_request, response) => void response.end('front'), {
      s3: services[0]?.endpoint ?? '',
      buckets: ['files'],
      identityProvider: services[1]?.endpoint,
    }),
  );
});
afterEach(async () => {
  await gateway.close();
  await Promise.all(services.map(({ close }) => close()));
});

it.each([
  ['/files/a/b?X-Amz-Signature=1', 's3'],
  ['/files', 's3'],
  ['/files-of-another', 'front'],
  ['/.well-known/openid-configuration', 'identity provider'],
  ['/auth?client_id=1', 'identity provider'],
  ['/interaction/x', 'identity provider'],
  ['/session/end', 'identity provider'],
  ['/authorize', 'front'],
  ['/', 'front'],
  ['/dashboard/auth', 'front'],
])('passes %s to: %s', async (path, service) => {
  const response = await fetch(`${gateway.baseUrl}${path}`);

  expect(await response.text()).toBe(service);
});

it('passes a signed URL on with the host that is signed, without the token of a client that was redirected', async () => {
  const { port } = new URL(gateway.baseUrl);

  await exchange(
    // An address that only a server on all interfaces has.
    `http://127.0.0.2:${port}`,
    'GET /files/a HTTP/1.1\r\nHost: docs.example.com\r\nAuthorization: Bearer secret\r\nRange: bytes=0-1\r\nConnection: close\r\n\r\n',
  );

  const { connection: _, ...headers } = asked[0]?.request.headers ?? {};
  expect(headers).toEqual({ host: 'docs.example.com', range: 'bytes=0-1' });
});

it('keeps a page that a user uploaded from running in the origin of the dashboard', async () => {
  const { headers } = await fetch(`${gateway.baseUrl}/files/page.html`);

  expect([headers.get('content-security-policy'), headers.get('x-content-type-options')]).toEqual([
    "default-src 'none'; sandbox",
    'nosniff',
  ]);
});

it('refuses hosts that are neither its own nor that of the public URL', async () => {
  const answer = await exchange(
    gateway.baseUrl,
    'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
  );

  expect(answer).toMatch(/^HTTP\/1\.1 421 /);
  expect(answer).toContain('or the host of DOCFORGE_PUBLIC_URL');
});
