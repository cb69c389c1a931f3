import { SendMessageCommand } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { queueVariable, readEnvironment } from '../env.ts';
import type { JobMessage } from '../jobs/job.ts';
import { ofWorkers, type WorkerName, workerNames } from '../workers.ts';
import { itemForm } from './item-form.ts';
import { openQueueClient } from './queue-client.ts';

const form = itemForm({
  accountId: ['account_id', z.string()],
  jobId: ['job_id', z.string()],
  // Missing in messages sent before every job had steps.
  step: ['step', z.int().default(0)],
  // Missing in messages sent before a step could move to another worker.
  worker: ['worker', z.enum(workerNames).optional()],
  part: ['part', z.string().optional()],
  requestId: ['request_id', z.string().optional()],
});

/** Reads the body of a queue message. Returns undefined if it is not a job message. */
export const toJobMessage = (body: string): JobMessage | undefined => {
  try {
    return form.read(JSON.parse(body));
  } catch {
    return undefined;
  }
};

/** Sends a message to the queue of a worker, which receives it after `delaySeconds`, by default at once. */
type SendJob = (message: JobMessage, worker: WorkerName, delaySeconds?: number) => Promise<void>;

/** Opens the queues of the workers. Call it once per container. */
export const openJobQueues = (): SendJob => {
  const urls = ofWorkers((name) => readEnvironment(queueVariable(name)));
  const client = openQueueClient();
  return async (message, worker, delaySeconds = 0) => {
    await client.send(
      new SendMessageCommand({
        QueueUrl: urls[worker],
        MessageBody: JSON.stringify(form.write(message)),
        // A fair queue: a tenant with many jobs does not delay the others (SQS developer guide, "Fair queues").
        MessageGroupId: message.accountId,
        ...(delaySeconds === 0 ? {} : { DelaySeconds: delaySeconds }),
      }),
    );
  };
};
