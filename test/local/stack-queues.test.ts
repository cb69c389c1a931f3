import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningStack, startStack } from '../../local/stack.ts';
import { itLong } from '../support/long-run.ts';
import { eventually, fixtureAssembly, isAlive, startFixture, temporaryFolder } from './fixture-stack.ts';

type Note = { begin: number; record: { messageId: string; attributes: Record<string, string> } };

let stack: RunningStack;
let sqs: SQSClient;
beforeAll(async () => {
  stack = await startFixture();
  sqs = clientOf(stack);
});
afterAll(async () => {
  sqs.destroy();
  await stack.close();
});

function clientOf({ aws }: RunningStack): SQSClient {
  return new SQSClient({
    region: aws.region,
    endpoint: aws.endpoints.sqs,
    credentials: { ...aws.credentials },
  });
}

function queueUrl(of: RunningStack, prefix: string): string {
  const { resources } = of.describe();
  return (
    Object.entries(resources).find(
      ([id, { type }]) => id.startsWith(prefix) && type === 'AWS::SQS::Queue',
    )?.[1].ref ?? ''
  );
}

async function send(note: string, message: Record<string, unknown> = {}): Promise<string | undefined> {
  const MessageBody = JSON.stringify({ note, ...message });
  return (await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl(stack, 'Queue'), MessageBody })))
    .MessageId;
}

async function notes<T = Note>(path: string): Promise<T[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as T]));
}

async function remaining(prefix: string): Promise<string> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl(stack, prefix), AttributeNames: ['All'] }),
  );
  return `${Attributes.ApproximateNumberOfMessages} + ${Attributes.ApproximateNumberOfMessagesNotVisible}`;
}

describe('a queue mapping', () => {
  it("sends a message to its function in Lambda's format and deletes it", async () => {
    const note = join(stack.dataDirectory, 'one');
    const messageId = await send(note);

    const [first] = await eventually(async () => ((await notes(note)).length > 0 ? notes(note) : undefined));

    expect(first).toEqual({
      begin: expect.any(Number),
      record: {
        messageId,
        receiptHandle: expect.any(String),
        body: JSON.stringify({ note }),
        attributes: expect.objectContaining({
          ApproximateReceiveCount: '1',
          SentTimestamp: expect.stringMatching(/^\d{13}$/),
        }),
        messageAttributes: {},
        md5OfBody: expect.stringMatching(/^[0-9a-f]{32}$/),
        eventSource: 'aws:sqs',
        eventSourceARN: expect.stringMatching(/^arn:aws:sqs:us-east-1:000000000000:Fixture-Queue/),
        awsRegion: 'us-east-1',
      },
    });
    await eventually(async () => (await remaining('Queue')) === '0 + 0' || undefined);
  });

  it('runs one message per process and leaves the others in the queue', async () => {
    const note = join(stack.dataDirectory, 'many');
    const waitFor = `${note}.go`;
    for (let count = 0; count < 5; count += 1) await send(note, { waitFor });

    const begun = await eventually(async () => ((await notes(note)).length >= 2 ? notes(note) : undefined));
    expect(new Set(begun.map(({ begin }) => begin)).size).toBe(2);
    expect(await remaining('Queue')).toBe('3 + 2');

    await writeFile(waitFor, '');
    await eventually(async () => (await remaining('Queue')) === '0 + 0' || undefined);
  });

  itLong(
    'retries a message that failed or whose function died, and then moves it to the dead-letter mapping',
    async () => {
      const fails = ['reported', 'exit'];
      const noteOf = (fail: string): string => join(stack.dataDirectory, fail);
      const messageIds = await Promise.all(fails.map((fail) => send(noteOf(fail), { fail })));

      const dead = await Promise.all(
        fails.map((fail) =>
          eventually(async () => (await notes<Note['record']>(`${noteOf(fail)}.dead`)).at(0)?.messageId),
        ),
      );

      expect(dead).toEqual(messageIds);
      for (const fail of fails) {
        const counts = (await notes(noteOf(fail))).map(
          ({ record }) => record.attributes.ApproximateReceiveCount,
        );
        expect(counts).toEqual(['1', '2']);
      }
      await eventually(async () => (await remaining('DeadLetters')) === '0 + 0' || undefined);
    },
  );
});

itLong(
  "closing a stack during a batch kills the batch's process and keeps the message for the next start",
  async () => {
    const assemblyDirectory = await fixtureAssembly();
    const { directory, remove } = await temporaryFolder();
    const start = () =>
      startStack({ assemblyDirectory, dataDirectory: directory, port: 0, graceMilliseconds: 0 });
    const first = await start();
    const client = clientOf(first);
    const note = join(directory, 'note');
    const MessageBody = JSON.stringify({ note, waitFor: join(directory, 'go') });
    await client.send(new SendMessageCommand({ QueueUrl: queueUrl(first, 'Queue'), MessageBody }));
    client.destroy();
    const [{ begin } = { begin: 0 }] = await eventually(async () =>
      (await notes(note)).length > 0 ? notes(note) : undefined,
    );

    await first.close();
    expect(isAlive(begin)).toBe(false);

    await writeFile(join(directory, 'go'), '');
    const second = await start();
    await eventually(async () => (await notes(note)).length > 1 || undefined);
    await second.close();
    await remove();
  },
);
