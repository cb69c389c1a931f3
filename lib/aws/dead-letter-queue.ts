import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { readEnvironment } from '../env.ts';
import { openQueueClient } from './queue-client.ts';

/** A stream record that cannot be announced. The ids are undefined if the record has no key of a job. */
export type UnannouncedJob = {
  readonly accountId: string | undefined;
  readonly jobId: string | undefined;
  readonly sequenceNumber: string | undefined;
};

/** Opens the dead-letter queue for records of the table's stream. Call it once per container. */
export const openDeadLetterQueue = (): ((record: UnannouncedJob) => Promise<void>) => {
  const QueueUrl = readEnvironment('deadLetterQueueUrl');
  const client = openQueueClient();
  return async ({ accountId, jobId, sequenceNumber }) => {
    await client.send(
      new SendMessageCommand({
        QueueUrl,
        // No member of a job message, so fail-abandoned-job only logs it.
        MessageBody: JSON.stringify({
          unannounced: { account_id: accountId, job_id: jobId, sequence_number: sequenceNumber },
        }),
      }),
    );
  };
};
