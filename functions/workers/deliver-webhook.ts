import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { Logger } from '@aws-lambda-powertools/logger';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { deliverStore } from '../../lib/aws/deliver-store.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { toDeliveryMessage } from '../../lib/aws/webhook-queue.ts';
import { readLocalReceiverHosts } from '../../lib/env.ts';
import { measured } from '../../lib/measures.ts';
import { deliverWebhook } from '../../lib/webhooks/deliver-webhook.ts';
import { answerSeconds } from '../../lib/webhooks/delivery-times.ts';
import { createPostWebhook } from '../../lib/webhooks/post-webhook.ts';
import { receiverRule } from '../../lib/webhooks/receiver-address.ts';

const log = new Logger({ serviceName: 'deliver-webhook' });
const localHosts = readLocalReceiverHosts();
const dependencies = {
  store: deliverStore(openTable()),
  post: createPostWebhook((url) => receiverRule(url, localHosts), answerSeconds),
};

/** The values of the metric's dimension, by the status of the delivery after an attempt. */
const attemptNames = { delivered: 'delivered', pending: 'retried', failed: 'given_up' } as const;

/** Sends the webhooks of a batch in parallel, so that a slow receiver delays no other. */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const deliver = async (record: SQSRecord): Promise<void> => {
    const message = toDeliveryMessage(record.body);
    if (message === undefined)
      return log.error('A message contains no delivery', { messageId: record.messageId });
    const { accountId, webhookId, deliveryId } = message;
    try {
      const startedAt = Date.now();
      const { outcome, delivery } = await deliverWebhook(message, dependencies, Date.now);
      log.info('A delivery was tried', {
        requestId: delivery?.requestId,
        accountId,
        jobId: delivery?.jobId,
        webhookId,
        deliveryId,
        outcome,
        attempts: delivery?.attempts,
        ms: Date.now() - startedAt,
        // A message about a delivery that is not due is no attempt.
        ...(outcome === 'skipped' || outcome === 'paused'
          ? {}
          : measured({ WebhookAttempts: 1 }, { Attempt: attemptNames[outcome] })),
      });
    } catch (error) {
      log.error('A delivery could not be tried; its message arrives again', { webhookId, deliveryId, error });
      throw error;
    }
  };
  return processPartialResponse(event, deliver, new BatchProcessor(EventType.SQS), {
    context,
    throwOnFullBatchFailure: false,
  });
};
