import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { Outcome } from '../function-host/host.ts';
import type { Report } from '../function-host/log.ts';
import type { Observer } from '../watching/observer.ts';
import { concurrentBatches, type Wiring } from '../wiring.ts';
import { pollQueue } from './poll-queue.ts';
import { pollStream } from './poll-stream.ts';
import { runSchedule, type SchedulePlace } from './run-schedule.ts';
import type { StreamClient } from './stream-client.ts';

/**
 * Starts a stack's mappings on queues and streams, and its schedules.
 *
 * @param queueUrlOf the URL of the queue with this ARN
 * @returns a function that stops them and waits for running batches, at most `graceMilliseconds`
 */
export function startTriggers(
  { mappings, streams, schedules }: Wiring,
  options: SchedulePlace & {
    /** The client of a function's role: Lambda polls a queue with the role of the function. */
    readonly clientOf: (functionName: string) => SQSClient;
    /** The same for the stream of a table. */
    readonly streamClientOf: (functionName: string) => StreamClient;
    /** Contains the positions in the streams. */
    readonly dataDirectory: string;
    readonly queueUrlOf: (arn: string) => string;
    readonly invoke: (functionName: string, payload: string) => Promise<Outcome>;
    readonly report: Report;
    readonly graceMilliseconds: number;
    readonly observer?: Pick<Observer, 'streamBatch'> | undefined;
    /** Whether a trigger is disabled, by the name of its function. */
    readonly isDisabled?: (functionName: string) => boolean;
  },
): () => Promise<void> {
  const { clientOf, invoke, isDisabled = () => false, region, report } = options;
  const stopPolling = mappings.map((mapping) =>
    pollQueue({
      client: clientOf(mapping.functionName),
      queueUrl: options.queueUrlOf(mapping.queueArn),
      mapping,
      region,
      maximumBatches: concurrentBatches(mapping),
      invoke: (payload) => invoke(mapping.functionName, payload),
      isDisabled: () => isDisabled(mapping.functionName),
      report,
    }),
  );
  const stopStreams = streams.map((mapping) =>
    pollStream({
      client: options.streamClientOf(mapping.functionName),
      mapping,
      positionFile: join(options.dataDirectory, 'streams', `${mapping.logicalId}.json`),
      region,
      invoke: (payload) => invoke(mapping.functionName, payload),
      sendFailure: async (MessageBody) => {
        if (mapping.failureQueueArn === undefined) return;
        const QueueUrl = options.queueUrlOf(mapping.failureQueueArn);
        await clientOf(mapping.functionName).send(new SendMessageCommand({ QueueUrl, MessageBody }));
      },
      report,
      onBatch: (age) => options.observer?.streamBatch(mapping.functionName, age),
    }),
  );
  const stopSchedules = schedules.map((schedule) =>
    runSchedule(
      schedule,
      options,
      (payload) => invoke(schedule.functionName, payload),
      () => isDisabled(schedule.functionName),
    ),
  );
  return async () => {
    for (const stop of stopSchedules) stop();
    const graceOver = new AbortController();
    await Promise.race([
      Promise.all([...stopPolling, ...stopStreams].map((stop) => stop())),
      sleep(options.graceMilliseconds, undefined, { signal: graceOver.signal }).catch(() => undefined),
    ]);
    graceOver.abort();
  };
}
