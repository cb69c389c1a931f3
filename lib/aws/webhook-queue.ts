import type { Logger } from '@aws-lambda-powertools/logger';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { readEnvironment } from '../env.ts';
import type { DeliveryHints, SendDelivery } from '../webhooks/manage-webhooks.ts';
import type { DeliveryRef } from '../webhooks/webhook.ts';
import { itemForm } from './item-form.ts';
import { openQueueClient } from './queue-client.ts';

const form = itemForm({
  accountId: ['account_id', z.string()],
  webhookId: ['webhook_id', z.string()],
  deliveryId: ['delivery_id', z.string()],
});

/** Reads the body of a queue message. Returns undefined if it is not the message of a delivery. */
export const toDeliveryMessage = (body: string): DeliveryRef | undefined => {
  try {
    return form.read(JSON.parse(body));
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
  return async (ref) => {
    await client.send(
      new SendMessageCommand({
        QueueUrl,
        MessageBody: JSON.stringify(form.write(ref)),
        // A fair queue: an endpoint with many deliveries, or a slow one, does not delay the others.
        MessageGroupId: `${ref.accountId}/${ref.webhookId}`,
      }),
    );
  };
};
