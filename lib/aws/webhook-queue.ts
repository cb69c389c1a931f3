import type { Logger } from '@aws-lambda-powertools/logger';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { readEnvironment } from '../env.ts';
import type { DeliveryHints, SendDelivery } from '../webhooks/manage-webhooks.ts';
import type { DeliveryRef } from '../webhooks/webhook.ts';
import { openQueueClient } from './queue-client.ts';

const deliveryMessage = z.object({
  account_id: z.string(),
  webhook_id: z.string(),
  delivery_id: z.string(),
});

/** Reads the body of a queue message. Returns undefined if it is not the message of a delivery. */
export const toDeliveryMessage = (body: string): DeliveryRef | undefined => {
  try {
    const message = deliveryMessage.parse(JSON.parse(body));
    return {
      accountId: message.account_id,
      webhookId: message.webhook_id,
      deliveryId: message.delivery_id,
    };
  } catch {
    return undefined;
  }
};

/** Opens the queue of webhooks and logs messages that could not be sent. Call it once per container. */
export const openDeliveryHints = (log: Logger): DeliveryHints => ({
  send: openWebhookQueue(),
  onUnsent: (error, { deliveryId }) =>
    log.error('The message of a delivery was not sent; the reconciler will send it', { error, deliveryId }),
});

/** Opens the queue of webhooks. Call it once per container. */
export const openWebhookQueue = (): SendDelivery => {
  const QueueUrl = readEnvironment('webhookQueueUrl');
  const client = openQueueClient();
  return async ({ accountId, webhookId, deliveryId }) => {
    await client.send(
      new SendMessageCommand({
        QueueUrl,
        MessageBody: JSON.stringify({
          account_id: accountId,
          webhook_id: webhookId,
          delivery_id: deliveryId,
        }),
        // A fair queue: an endpoint with many deliveries, or a slow one, does not delay the others.
        MessageGroupId: `${accountId}/${webhookId}`,
      }),
    );
  };
};
