import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { readEnvironment } from '../env.ts';
import type { JobMessage } from '../jobs/job.ts';

const jobMessage = z.object({ account_id: z.string(), job_id: z.string() });

/** Reads the body of a queue message; undefined where it is none of ours. */
export const toJobMessage = (body: string): JobMessage | undefined => {
  try {
    const { account_id: accountId, job_id: jobId } = jobMessage.parse(JSON.parse(body));
    return { accountId, jobId };
  } catch {
    return undefined;
  }
};

/** The queue named by the environment. Make it once for each container. */
export const openJobQueue = (): { send(message: JobMessage): Promise<void> } => {
  const queueUrl = readEnvironment('queueUrl');
  // The endpoint is the region's, or what AWS_ENDPOINT_URL_SQS says, and not what the queue's address happens to name.
  const client = new SQSClient({ useQueueUrlAsEndpoint: false });
  return {
    send: async ({ accountId, jobId }) => {
      await client.send(
        new SendMessageCommand({
          QueueUrl: queueUrl,
          MessageBody: JSON.stringify({ account_id: accountId, job_id: jobId }),
          // Fair queues: a tenant with many jobs does not make the others wait (SQS developer guide, "Fair queues").
          MessageGroupId: accountId,
        }),
      );
    },
  };
};
