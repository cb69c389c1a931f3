import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Outcome } from '../../../local/function-host/host.ts';
import type { QueueMapping } from '../../../local/template/triggers.ts';
import { pollQueue } from '../../../local/triggers/poll-queue.ts';

const mapping: QueueMapping = {
  logicalId: 'Map',
  functionName: 'f',
  queueArn: 'arn:q',
  batchSize: 3,
  batchingWindowSeconds: 0,
  maximumConcurrency: undefined,
  reportsItemFailures: true,
};
const sqs = mockClient(SQSClient);
let queued: Message[];
let reports: string[];

beforeEach(() => {
  queued = [];
  reports = [];
  sqs.reset();
  sqs.on(DeleteMessageBatchCommand).resolves({});
  sqs.on(GetQueueAttributesCommand).resolves({});
  sqs.on(ReceiveMessageCommand).callsFake(async ({ MaxNumberOfMessages }) => {
    await new Promise((resolve) => setTimeout(resolve, 2));
    return { Messages: queued.splice(0, MaxNumberOfMessages) };
  });
});

const messages = (...ids: string[]): Message[] =>
  ids.map((id) => ({ MessageId: id, ReceiptHandle: `handle-${id}` }));
const idsOf = (payload: string): string[] =>
  (JSON.parse(payload) as { Records: { messageId: string }[] }).Records.map(({ messageId }) => messageId);
const deleted = (): unknown[] =>
  sqs
    .commandCalls(DeleteMessageBatchCommand)
    .map(({ args }) => args[0].input.Entries?.map((entry) => entry.ReceiptHandle));

/** Polls until the function has been invoked so many times, and answers with which messages. */
async function pollFor(
  count: number,
  answer: (ids: readonly string[]) => Outcome,
  more: Partial<QueueMapping> = {},
): Promise<string[][]> {
  const invocations: string[][] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = pollQueue({
    client: new SQSClient({}),
    queueUrl: 'http://q',
    mapping: { ...mapping, ...more },
    region: 'us-east-1',
    maximumBatches: 1,
    report: (line) => reports.push(line),
    invoke: async (payload) => {
      const ids = idsOf(payload);
      if (invocations.push(ids) === count) resolve();
      return answer(ids);
    },
  });
  await promise;
  await stop();
  return invocations;
}

describe('pollQueue', () => {
  it("takes batches of the mapping's size and deletes what succeeded", async () => {
    queued = messages('a', 'b', 'c', 'd');

    const batches = await pollFor(
      2,
      () => ({ ok: true, payload: '{"batchItemFailures":[{"itemIdentifier":"b"}]}' }),
      {},
    );

    expect(batches).toEqual([['a', 'b', 'c'], ['d']]);
    // The second answer names a message that is not of its batch, so nothing of it counts as done.
    expect(deleted()).toEqual([['handle-a', 'handle-c']]);
  });

  it('deletes everything where the mapping reports no item failures', async () => {
    queued = messages('a', 'b');

    await pollFor(1, () => ({ ok: true, payload: '{"batchItemFailures":[{"itemIdentifier":"b"}]}' }), {
      reportsItemFailures: false,
    });

    expect(deleted()).toEqual([['handle-a', 'handle-b']]);
  });

  it('deletes nothing of a batch whose invocation failed', async () => {
    queued = messages('a');

    await pollFor(1, () => ({ ok: false, failure: { errorType: 'Error', errorMessage: 'no' } }));

    expect(deleted()).toEqual([]);
  });

  it('gathers a batch of more than a receive gives while its window is open', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `m${index}`);
    queued = messages(...ids);

    const batches = await pollFor(1, () => ({ ok: true, payload: 'null' }), {
      batchSize: 12,
      batchingWindowSeconds: 60,
    });

    expect(batches).toEqual([ids]);
    expect(deleted()).toEqual([ids.slice(0, 10).map((id) => `handle-${id}`), ['handle-m10', 'handle-m11']]);
  });

  it('says that it cannot poll, and goes on', async () => {
    sqs
      .on(ReceiveMessageCommand)
      .rejectsOnce(new Error('no queue'))
      .resolves({ Messages: messages('a') });

    expect(await pollFor(1, () => ({ ok: true, payload: 'null' }))).toEqual([['a']]);
    expect(reports).toEqual(['Map: cannot poll http://q: Error: no queue']);
  });
});
