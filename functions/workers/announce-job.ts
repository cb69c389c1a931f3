import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { Logger } from '@aws-lambda-powertools/logger';
import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { toEndedJob } from '../../lib/aws/job-stream.ts';
import { openWebhookQueue } from '../../lib/aws/webhook-queue.ts';
import { createDelivery, listWebhooks } from '../../lib/aws/webhook-store.ts';
import { jobEvent } from '../../lib/http/views/webhook-view.ts';
import { announceJob } from '../../lib/webhooks/announce-job.ts';
import type { Delivery, DeliveryRef } from '../../lib/webhooks/webhook.ts';

const log = new Logger({ serviceName: 'announce-job' });
const table = openTable();
const dependencies = {
  list: (accountId: string) => listWebhooks(table, accountId),
  create: (delivery: Delivery) => createDelivery(table, delivery),
  send: openWebhookQueue(),
  onUnsent: (error: unknown, { deliveryId }: DeliveryRef) =>
    log.error('The message of a delivery was not sent; the reconciler will send it', { error, deliveryId }),
};

/** Announces the jobs that have ended to the webhooks of their accounts. */
export const handler = (event: DynamoDBStreamEvent, context: Context): Promise<DynamoDBBatchResponse> => {
  const announce = async (record: DynamoDBRecord): Promise<void> => {
    try {
      await announceJob(toEndedJob(record), jobEvent, dependencies, Date.now());
    } catch (error) {
      // The position identifies the record in the stream; its images contain secrets.
      const { SequenceNumber: sequenceNumber } = record.dynamodb ?? {};
      log.error('The end of a job was not announced; Lambda will repeat the record', {
        error,
        sequenceNumber,
      });
      throw error;
    }
  };
  return processPartialResponse(event, announce, new BatchProcessor(EventType.DynamoDBStreams), {
    context,
    throwOnFullBatchFailure: false,
  });
};
