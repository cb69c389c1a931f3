import { SendMessageCommand } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { queueVariable, readEnvironment } from '../env.ts';
import type { JobMessage } from '../jobs/job.ts';
import { ofWorkers, type WorkerName } from '../workers.ts';
import { openQueueClient } from './queue-client.ts';

const jobMessage = z.object({
  account_id: z.string(),
  job_id: z.string(),
  // Missing in messages sent before every job had steps.
  step: z.int().default(0),
});

/** Reads the body of a queue message. Returns undefined if it is not a job message. */
export const toJobMessage = (body: string): JobMessage | undefined => {
  try {
    const { account_id: accountId, job_id: jobId, step } = jobMessage.parse(JSON.parse(body));
    return { accountId, jobId, step };
  } catch {
    return undefined;
  }
};

/** Sends a message to the queue of a worker. */
type SendJob = (message: JobMessage, worker: WorkerName) => Promise<void>;

/** Opens the queues of the workers. Call it once per container. */
export const openJobQueues = (): SendJob => {
  const urls = ofWorkers((name) => readEnvironment(queueVariable(name)));
  const client = openQueueClient();
  return async ({ accountId, jobId, step }, worker) => {
    await client.send(
      new SendMessageCommand({
        QueueUrl: urls[worker],
        MessageBody: JSON.stringify({ account_id: accountId, job_id: jobId, step }),
        // A fair queue: a tenant with many jobs does not delay the others (SQS developer guide, "Fair queues").
        MessageGroupId: accountId,
      }),
    );
  };
};
