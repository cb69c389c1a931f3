import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { readEnvironment, readOptionalEnvironment } from '../env.ts';
import type { Job, JobMessage } from '../jobs/job.ts';

type WorkerName = Job['worker'];

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

/** The queues of the workers that are deployed, by worker; the standard one is always there. */
const queueUrls = (): ReadonlyMap<WorkerName, string> =>
  new Map(
    [
      ['standard', readEnvironment('queueUrl')] as const,
      ['browser', readOptionalEnvironment('browserQueueUrl')] as const,
      ['office', readOptionalEnvironment('officeQueueUrl')] as const,
    ].flatMap(([worker, url]) => (url === undefined ? [] : [[worker, url] as const])),
  );

/** The queues named by the environment, and the workers that take from them. Make it once for each container. */
export const openJobQueues = (): {
  readonly workers: ReadonlySet<WorkerName>;
  send(message: JobMessage, worker: WorkerName): Promise<void>;
} => {
  const urls = queueUrls();
  // The endpoint is the region's, or what AWS_ENDPOINT_URL_SQS says, and not what the queue's address happens to name.
  const client = new SQSClient({ useQueueUrlAsEndpoint: false });
  return {
    workers: new Set(urls.keys()),
    send: async ({ accountId, jobId }, worker) => {
      await client.send(
        new SendMessageCommand({
          // A worker that is deployed no more leaves its jobs to the standard one.
          QueueUrl: urls.get(worker) ?? urls.get('standard'),
          MessageBody: JSON.stringify({ account_id: accountId, job_id: jobId }),
          // Fair queues: a tenant with many jobs does not make the others wait (SQS developer guide, "Fair queues").
          MessageGroupId: accountId,
        }),
      );
    },
  };
};
