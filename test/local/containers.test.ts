import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RunningContainer, runContainer } from '../../local/containers.ts';
import { createForward } from '../../local/gateway/forward.ts';
import { type Gateway, listenGateway } from '../../local/gateway/server.ts';
import { itLong } from '../support/long-run.ts';
import { temporaryFolder } from './fixture-stack.ts';

let directory: string;
let remove: () => Promise<void>;
let container: RunningContainer | undefined;
let gateway: Gateway | undefined;

beforeEach(async () => {
  ({ directory, remove } = await temporaryFolder());
});
afterEach(async () => {
  await gateway?.close();
  await container?.close();
  [gateway, container] = [undefined, undefined];
  await remove();
});

const program = `
  const { createServer } = require('node:http');
  const { buffer } = require('node:stream/consumers');
  const server = createServer(async (request, response) => {
    if (request.url === '/health') return response.end();
    if (request.url === '/refuse') return response.writeHead(413).end('too large');
    const body = await buffer(request);
    const { headers, method, url } = request;
    response.setHeader('x-container', 'yes');
    response.end(JSON.stringify({ method, url, bytes: body.length, headers, environment: process.env }));
  });
  server.listen(process.env.PORT, process.env.HOST);
  process.once('SIGTERM', () => server.close(() => process.exit(0)));`;

const run = async (argv: readonly string[] = ['--eval', program]): Promise<string> => {
  container = runContainer(
    {
      logicalId: 'Uploads',
      name: 'Stack-Uploads',
      roleArn: '',
      argv,
      environment: { TABLE_NAME: 'table' },
      loadBalancer: 'internal.example',
      healthPath: '/health',
      program: undefined,
    },
    {
      aws: {
        region: 'eu-west-1',
        credentials: { accessKeyId: 'own', secretAccessKey: 'secret', sessionToken: 'token' },
        endpoints: { dynamodb: 'http://d', s3: 'http://s3', sqs: 'http://sqs' },
      },
      dataDirectory: directory,
      report: () => undefined,
      onProcesses: () => undefined,
      graceMilliseconds: 5000,
      healthyMilliseconds: 3000,
    },
  );
  gateway = await listenGateway(0);
  const { port } = container;
  gateway.serve(createForward(port));
  return gateway.baseUrl;
};

it('forwards a request with its address, to a process with the environment of the container only', async () => {
  const baseUrl = await run();

  const response = await fetch(`${baseUrl}/v1/upload?a=1`, {
    method: 'POST',
    headers: { 'X-Own': 'value', 'X-Forwarded-For': '192.0.2.1' },
    body: Buffer.alloc(3_000_000),
  });
  const seen = JSON.parse(await response.text());

  expect([response.status, response.headers.get('x-container')]).toEqual([200, 'yes']);
  expect(seen).toMatchObject({ method: 'POST', url: '/v1/upload?a=1', bytes: 3_000_000 });
  expect(seen.headers).toMatchObject({
    'x-own': 'value',
    'x-forwarded-for': '192.0.2.1, 127.0.0.1',
    'x-amz-cf-id': expect.any(String),
  });
  expect(
    Object.keys(seen.environment)
      .filter((name) => !name.startsWith('_') && name !== 'PWD' && name !== 'SHLVL')
      .toSorted(),
  ).toEqual([
    'AWS_ACCESS_KEY_ID',
    'AWS_ENDPOINT_URL_DYNAMODB',
    'AWS_ENDPOINT_URL_S3',
    'AWS_ENDPOINT_URL_SQS',
    'AWS_REGION',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_SESSION_TOKEN',
    'HOST',
    'PATH',
    'PORT',
    'TABLE_NAME',
    'TMPDIR',
  ]);
  expect(seen.environment.AWS_ACCESS_KEY_ID).toBe('own');
});

it('passes on a response to a body that is still being sent', async () => {
  const sent = request(`${await run()}/refuse`, { method: 'POST' });
  sent.on('error', () => undefined);
  sent.write(Buffer.alloc(1000));

  const [response] = await once(sent, 'response');

  expect([response.statusCode, (await buffer(response)).toString()]).toEqual([413, 'too large']);
  sent.destroy();
});

it('lets running requests end when it stops', async () => {
  const sent = request(`${await run()}/upload`, { method: 'POST' });
  sent.write('first ');
  await container?.port();
  await new Promise((resolve) => setTimeout(resolve, 100));

  const closed = container?.close();
  sent.end('second');
  const [response] = await once(sent, 'response');

  expect(JSON.parse((await buffer(response)).toString()).bytes).toBe(12);
  await closed;
});

itLong('answers 503 if no container becomes healthy', async () => {
  const baseUrl = await run(['--eval', 'process.exit(1)']);

  expect((await fetch(`${baseUrl}/upload`)).status).toBe(503);
});
