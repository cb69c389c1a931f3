import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { Logger } from '@aws-lambda-powertools/logger';
import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { openDeadLetterQueue } from '../../lib/aws/dead-letter-queue.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { identifyRecord, toEndedJob } from '../../lib/aws/job-stream.ts';
import { isPermanent } from '../../lib/aws/permanent-error.ts';
import { openDeliveryHints } from '../../lib/aws/webhook-queue.ts';
import { createDelivery, listWebhooks } from '../../lib/aws/webhook-store.ts';
import { jobEvent } from '../../lib/http/views/webhook-view.ts';
import { endedJobLine } from '../../lib/jobs/ended-job-line.ts';
import { announceJob } from '../../lib/webhooks/announce-job.ts';
import type { Delivery } from '../../lib/webhooks/webhook.ts';

const log = new Logger({ serviceName: 'announce-job' });
const table = openTable();
const sendDeadLetter = openDeadLetterQueue();
const dependencies = {
  list: (accountId: string) => listWebhooks(table, accountId),
  create: (delivery: Delivery) => createDelivery(table, delivery),
  ...openDeliveryHints(log),
};

/**
 * Announces ended jobs to the webhooks of their accounts, and logs each: every job ends here once, however it ended.
 *
 * A record that no retry can announce becomes a dead letter at once, because Lambda passes no later record of its shard before it
 * has succeeded.
 */
export const handler = (event: DynamoDBStreamEvent, context: Context): Promise<DynamoDBBatchResponse> => {
  const announce = async (record: DynamoDBRecord): Promise<void> => {
    try {
      const job = toEndedJob(record);
      if (job === undefined) return;
      const webhooks = await announceJob(job, jobEvent, dependencies, Date.now());
      log.info('A job ended', { ...endedJobLine(job), webhooks });
    } catch (error) {
      // Log only ids: the images of the record contain secrets.
      const ids = identifyRecord(record);
      if (!isPermanent(error)) {
        log.error('A completed job was not announced; Lambda retries the record', { error, ...ids });
        throw error;
      }
      log.error('A completed job cannot be announced; its record becomes a dead letter', { error, ...ids });
      await sendDeadLetter(ids);
    }
  };
  return processPartialResponse(event, announce, new BatchProcessor(EventType.DynamoDBStreams), {
    context,
    throwOnFullBatchFailure: false,
  });
};
