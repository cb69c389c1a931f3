import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteMessageBatchCommand, ListQueuesCommand, SendMessageBatchCommand } from '@aws-sdk/client-sqs';
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

  it('deliver a message, sent with a group to a standard queue, to one receiver until it is deleted', async () => {
    const url = await sqs.createQueue('plain');

    const sent = await sqs.send(url, 'job', {
      MessageGroupId: 'tenant-1',
      MessageAttributes: { type: { DataType: 'String', StringValue: 'a' } },
    });
    const [message, ...more] = await sqs.receive(url, { MessageAttributeNames: ['All'] });
    const second = await sqs.receive(url);
    await sqs.remove(url, message);

    expect(message).toMatchObject({
      MessageId: sent.MessageId,
      Body: 'job',
      MessageAttributes: { type: { StringValue: 'a' } },
    });
    expect([more, second, await sqs.receive(url)]).toEqual([[], [], []]);
  });

  it('accept and delete messages in batches', async () => {
    const url = await sqs.createQueue('batches');

    const sent = await sqs.client.send(
      new SendMessageBatchCommand({
        QueueUrl: url,
        Entries: ['a', 'b', 'c'].map((Id) => ({ Id, MessageBody: Id, MessageGroupId: 'tenant' })),
      }),
    );
    const messages = await sqs.receive(url);
    const removed = await sqs.client.send(
      new DeleteMessageBatchCommand({
        QueueUrl: url,
        Entries: [...messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }))],
      }),
    );

    expect([sent.Successful?.map(({ Id }) => Id), sent.Failed ?? []]).toEqual([['a', 'b', 'c'], []]);
    expect(messages.map(({ Body }) => Body)).toEqual(['a', 'b', 'c']);
    expect(removed.Successful?.map(({ Id }) => Id)).toEqual(['0', '1', '2']);
  });

  it('wake a long poll when a message arrives', async () => {
    const url = await sqs.createQueue('long-poll');
    const events: string[] = [];

    // A poll that runs for its full 20 s would exceed the test's time limit.
    const poll = sqs
      .receive(url, { WaitTimeSeconds: 20 })
      .then((messages) => events.push(`received ${messages[0]?.Body}`));
    await sqs.receive(url).then(() => events.push('short poll came back empty'));
    await sqs.send(url, 'awaited').then(() => events.push('sent'));
    await poll;

    expect(events.toSorted()).toEqual(['received awaited', 'sent', 'short poll came back empty']);
    expect(events[0]).toBe('short poll came back empty');
  });

  it('hide a message for the visibility timeout of its receiver, and show it at once if that is 0', async () => {
    const url = await sqs.createQueue('visibility', { VisibilityTimeout: '300' });
    await sqs.send(url, 'job');

    const first = await sqs.receive(url);
    await sqs.changeVisibility(url, first[0], 600);
    const hidden = await sqs.receive(url);
    await sqs.changeVisibility(url, first[0], 0);
    const second = await sqs.receive(url);

    expect([summary(first), summary(hidden), summary(second)]).toEqual([[['job', 1]], [], [['job', 2]]]);
  });

  it('show a message again after its visibility timeout', async () => {
    const url = await sqs.createQueue('timeout', { VisibilityTimeout: '1' });
    await sqs.send(url, 'job');

    const first = await sqs.receive(url);
    const second = await sqs.receive(url, { WaitTimeSeconds: 20 });

    expect([summary(first), summary(second)]).toEqual([[['job', 1]], [['job', 2]]]);
  });

  it('move a message to the dead-letter queue after its last receive', async () => {
    const deadUrl = await sqs.createQueue('dead');
    const url = await sqs.createQueue('alive', {
      VisibilityTimeout: '0',
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: await sqs.arnOf(deadUrl), maxReceiveCount: 2 }),
    });
    await sqs.send(url, 'poison');

    const receives = [await sqs.receive(url), await sqs.receive(url), await sqs.receive(url)];
    const dead = await sqs.receive(deadUrl);

    expect(receives.map(summary)).toEqual([[['poison', 1]], [['poison', 2]], []]);
    expect(dead.map(({ Body }) => Body)).toEqual(['poison']);
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
