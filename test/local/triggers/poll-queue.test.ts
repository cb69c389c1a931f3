import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createConcurrency } from '../../../local/function-host/concurrency.ts';
import type { Outcome } from '../../../local/function-host/host.ts';
import type { QueueMapping } from '../../../local/template/triggers.ts';
import { pollQueue } from '../../../local/triggers/poll-queue.ts';
import { passTimeFaster } from '../../support/faster-time.ts';

const mapping: QueueMapping = {
  logicalId: 'Map',
  functionName: 'f',
  queueArn: 'arn:q',
  batchSize: 3,
  maximumConcurrency: undefined,
  reportsItemFailures: true,
};
const sqs = mockClient(SQSClient);
// Other files of this worker share the client's module.
afterAll(() => {
  sqs.restore();
});
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

/** Polls until the function has been invoked `count` times. Returns the messages of each invocation. */
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
  it("receives batches of the mapping's size and deletes the messages that succeeded", async () => {
    queued = messages('a', 'b', 'c', 'd');

    const batches = await pollFor(
      2,
      () => ({ ok: true, payload: '{"batchItemFailures":[{"itemIdentifier":"b"}]}' }),
      {},
    );

    expect(batches).toEqual([['a', 'b', 'c'], ['d']]);
    // The second response contains a message of another batch, so all of its messages count as failed.
    expect(deleted()).toEqual([['handle-a', 'handle-c']]);
  });

  it('deletes everything if the mapping does not report item failures', async () => {
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

  it('invokes a throttled function again with the same batch', async () => {
    passTimeFaster();
    queued = messages('a');
    sqs.on(GetQueueAttributesCommand).resolves({ Attributes: { VisibilityTimeout: '30' } });
    const done: Outcome = { ok: true, payload: '{"batchItemFailures":[]}' };
    const outcomes = [await createConcurrency(0).run(async () => done)];

    const batches = await pollFor(2, () => outcomes.pop() ?? done);

    expect(batches).toEqual([['a'], ['a']]);
    expect(deleted()).toEqual([['handle-a']]);
  });

  it('reports that it cannot poll, and retries', async () => {
    passTimeFaster();
    sqs
      .on(ReceiveMessageCommand)
      .rejectsOnce(new Error('no queue'))
      .resolves({ Messages: messages('a') });

    expect(await pollFor(1, () => ({ ok: true, payload: 'null' }))).toEqual([['a']]);
    expect(reports).toEqual(['Map: cannot poll http://q: Error: no queue']);
  });
});
