import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { isThrottled } from '../function-host/concurrency.ts';
import type { Outcome } from '../function-host/host.ts';
import type { Report } from '../function-host/log.ts';
import type { QueueMapping } from '../template/triggers.ts';
import { buildQueueEvent, succeededMessages } from './queue-event.ts';

/** SQS's longest poll and largest receive. */
const waitTimeSeconds = 20;
const maxMessages = 10;

/** The delay before a failed poll is retried. */
const retryMilliseconds = 1000;

/** The settings of a running mapping. */
type PollOptions = {
  readonly client: SQSClient;
  readonly queueUrl: string;
  readonly mapping: QueueMapping;
  readonly region: string;
  /** The maximum of concurrent batches. No message is received while all of them run. */
  readonly maximumBatches: number;
  readonly invoke: (payload: string) => Promise<Outcome>;
  /** Whether the mapping is disabled: it receives nothing meanwhile. Default: never. */
  readonly isDisabled?: () => boolean;
  readonly report: Report;
};

/**
 * Polls a queue and invokes the function with each batch, as Lambda's event source mapping does.
 *
 * Deletes the messages that succeeded. The others become visible again after the queue's visibility timeout, and move to the
 * dead-letter queue after `maxReceiveCount` attempts.
 * @returns a function that stops polling, the current long poll included, and waits for the running batches
 */
export function pollQueue(options: PollOptions): () => Promise<void> {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const loop = async (): Promise<void> => {
    let visibleAfter: number | undefined;
    while (!stopping.signal.aborted) {
      if (running.size >= options.maximumBatches) {
        await Promise.race(running);
        continue;
      }
      if (options.isDisabled?.() === true) {
        await sleep(retryMilliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
        continue;
      }
      try {
        // Lambda reads the queue's attributes before it polls, so the role needs that permission too.
        visibleAfter ??= await readVisibilityTimeout(options, stopping.signal);
        const messages = await receiveBatch(options, stopping.signal);
        if (messages.length === 0) continue;
        const batch = runBatch(options, messages, visibleAfter, stopping.signal).finally(() =>
          running.delete(batch),
        );
        running.add(batch);
      } catch (error) {
        if (stopping.signal.aborted) return;
        options.report(`${options.mapping.logicalId}: cannot poll ${options.queueUrl}: ${error}`);
        await sleep(retryMilliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };
  const ended = loop();
  return async () => {
    stopping.abort();
    await ended;
    await Promise.all(running);
  };
}

/** Returns the queue's visibility timeout in milliseconds. */
async function readVisibilityTimeout(
  { client, queueUrl }: PollOptions,
  abortSignal: AbortSignal,
): Promise<number> {
  const command = new GetQueueAttributesCommand({
    QueueUrl: queueUrl,
    AttributeNames: ['VisibilityTimeout'],
  });
  const { Attributes } = await client.send(command, { abortSignal });
  return Number(Attributes?.VisibilityTimeout) * 1000;
}

async function receiveBatch(
  { client, mapping, queueUrl }: PollOptions,
  abortSignal: AbortSignal,
): Promise<Message[]> {
  const command = new ReceiveMessageCommand({
    QueueUrl: queueUrl,
    MaxNumberOfMessages: Math.min(mapping.batchSize, maxMessages),
    WaitTimeSeconds: waitTimeSeconds,
    MessageSystemAttributeNames: ['All'],
    MessageAttributeNames: ['All'],
  });
  return (await client.send(command, { abortSignal })).Messages ?? [];
}

async function runBatch(
  options: PollOptions,
  messages: readonly Message[],
  visibleAfter: number,
  signal: AbortSignal,
): Promise<void> {
  const { mapping } = options;
  const event = buildQueueEvent(messages, mapping.queueArn, options.region);
  const receivedAt = Date.now();
  let outcome = await options.invoke(event);
  // Lambda retries a throttled batch for as long as the messages are invisible.
  while (isThrottled(outcome) && Date.now() - receivedAt < visibleAfter && !signal.aborted) {
    await sleep(retryMilliseconds, undefined, { signal }).catch(() => undefined);
    outcome = await options.invoke(event);
  }
  if (!outcome.ok) return;
  const done = mapping.reportsItemFailures ? succeededMessages(messages, outcome.payload) : messages;
  if (done.length === 0) return;
  const Entries = done.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
  try {
    await options.client.send(new DeleteMessageBatchCommand({ QueueUrl: options.queueUrl, Entries }));
  } catch (error) {
    options.report(`${mapping.logicalId}: cannot delete from ${options.queueUrl}: ${error}`);
  }
}
