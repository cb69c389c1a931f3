import { SendMessageCommand } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import type { Job, JobMessage } from '../jobs/job.ts';
import { openQueueClient } from './queue-client.ts';
import { workerQueues } from './worker-queues.ts';

type WorkerName = Job['worker'];

const jobMessage = z.object({
  account_id: z.string(),
  job_id: z.string(),
  step: z.int().optional(),
});

/** Reads the body of a queue message. Returns undefined if it is not a job message. */
export const toJobMessage = (body: string): JobMessage | undefined => {
  try {
    const { account_id: accountId, job_id: jobId, step } = jobMessage.parse(JSON.parse(body));
    return { accountId, jobId, ...(step === undefined ? {} : { step }) };
  } catch {
    return undefined;
  }
};

/** The queues of the deployed workers. */
export type JobQueues = {
  readonly workers: ReadonlySet<WorkerName>;
  send(message: JobMessage, worker: WorkerName): Promise<void>;
};

/** Opens the queues that the environment names. Call it once per container. */
export const openJobQueues = (): JobQueues => {
  const urls = workerQueues();
  const client = openQueueClient();
  return {
    workers: new Set(urls.keys()),
    send: async ({ accountId, jobId, step }, worker) => {
      await client.send(
        new SendMessageCommand({
          // Jobs of a worker that is no longer deployed are sent to the standard queue.
          QueueUrl: urls.get(worker) ?? urls.get('standard'),
          MessageBody: JSON.stringify({ account_id: accountId, job_id: jobId, step }),
          // A fair queue: a tenant with many jobs does not delay the others (SQS developer guide, "Fair queues").
          MessageGroupId: accountId,
        }),
      );
    },
  };
};
