import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListQueuesCommand, SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSqs } from '../../../local/emulators/sqs.ts';
import { connect, summary } from './sqs-client.ts';

it('a guarded server refuses requests without its secret', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'emulator-test-'));
  const server = await startSqs({ directory, guarded: true });
  const call = async (headers: Readonly<Record<string, string>>): Promise<number> => {
    const { status } = await fetch(server.endpoint, {
      method: 'POST',
      headers: {
        'x-amz-target': 'AmazonSQS.ListQueues',
        'content-type': 'application/x-amz-json-1.0',
        ...headers,
      },
      body: '{}',
    });
    return status;
  };

  const statuses = [
    await call({}),
    await call({ 'x-emulator-secret': 'guessed' }),
    await call(server.headers ?? {}),
  ];

  await server.close();
  await rm(directory, { recursive: true });
  expect(statuses).toEqual([403, 403, 200]);
});

describe('queues', () => {
  let server: Awaited<ReturnType<typeof startSqs>>;
  let sqs: ReturnType<typeof connect>;
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'emulator-test-'));
    server = await startSqs({ directory });
    sqs = connect(server.endpoint);
  });
  afterAll(async () => {
    sqs.client.destroy();
    await server.close();
    await rm(directory, { recursive: true });
  });

  it('have URLs at the endpoint and can be created again', async () => {
    const url = await sqs.createQueue('named', { VisibilityTimeout: '90' });
    const again = await sqs.createQueue('named', { VisibilityTimeout: '90' });
    const { QueueUrls } = await sqs.client.send(new ListQueuesCommand({ QueueNamePrefix: 'named' }));

    expect(url).toBe(`${server.endpoint}/000000000000/named`);
    expect([again, await sqs.urlOf('named'), QueueUrls]).toEqual([url, url, [url]]);
    await expect(sqs.urlOf('none')).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
  });

  it('deliver the message of a disconnected receiver to the next one, without counting it', async () => {
    const url = await sqs.createQueue('vanished', { VisibilityTimeout: '300' });
    const controller = new AbortController();
    const vanished = sqs.receive(url, { WaitTimeSeconds: 20 }, controller.signal).catch(() => 'gone');
    await sqs.receive(url);
    controller.abort();
    expect(await vanished).toBe('gone');
    // During this round trip, the server notices the lost connection.
    await sqs.receive(url);

    await sqs.send(url, 'job');

    expect(summary(await sqs.receive(url, { WaitTimeSeconds: 20 }))).toEqual([['job', 1]]);
  });

  it('are the only service', async () => {
    const answers = await Promise.all([
      fetch(server.endpoint),
      fetch(`${server.endpoint}/bucket/key`, { method: 'PUT', body: 'x' }),
      fetch(`${server.endpoint}/bucket`),
      fetch(server.endpoint, {
        method: 'POST',
        body: new URLSearchParams({ Action: 'CreateTopic', Name: 'x' }),
      }),
    ]);

    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404]);
  });
});

describe('the quotas of SQS', () => {
  let directory: string;
  let server: Awaited<ReturnType<typeof startSqs>>;
  let sqs: ReturnType<typeof connect>;
  let url: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'docforge-sqs-'));
    server = await startSqs({ directory });
    sqs = connect(server.endpoint);
    url = await sqs.createQueue('quotas');
  });
  afterAll(async () => {
    sqs.client.destroy();
    await server.close();
    await rm(directory, { recursive: true, force: true });
  });
  const megabyte = 1_048_576;
  const sendBatch = (...bytes: number[]) =>
    sqs.client.send(
      new SendMessageBatchCommand({
        QueueUrl: url,
        Entries: bytes.map((each, index) => ({ Id: String(index), MessageBody: 'x'.repeat(each) })),
      }),
    );
  const attribute = { a: { DataType: 'String', StringValue: 'b' } };

  it.each([
    ['a message of 1 MB less a byte', () => sqs.send(url, 'x'.repeat(megabyte - 1)), 'done'],
    ['a message of 1 MB', () => sqs.send(url, 'x'.repeat(megabyte)), 'done'],
    ['a message of 1 MB and a byte', () => sqs.send(url, 'x'.repeat(megabyte + 1)), 'refused'],
    [
      'a message of 1 MB with an attribute',
      () => sqs.send(url, 'x'.repeat(megabyte), { MessageAttributes: attribute }),
      'refused',
    ],
    ['a batch of 1 MB less a byte', () => sendBatch(500_000, megabyte - 500_001), 'done'],
    ['a batch of 1 MB', () => sendBatch(500_000, megabyte - 500_000), 'done'],
    ['a batch of 1 MB and a byte', () => sendBatch(500_000, megabyte - 499_999), 'refused'],
    ['a batch of 10 messages', () => sendBatch(...Array.from({ length: 10 }, () => 1)), 'done'],
    ['a batch of 11 messages', () => sendBatch(...Array.from({ length: 11 }, () => 1)), 'refused'],
  ])('apply to %s', async (_title, call, outcome) => {
    expect(
      await call().then(
        () => 'done',
        () => 'refused',
      ),
    ).toBe(outcome);
  });
});
