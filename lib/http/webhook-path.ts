import type { Refuse } from '../api-errors.ts';
import type { DeliveryReceiver, WebhookStore } from '../webhooks/manage-webhooks.ts';
import { requestWebhookId, type Webhook } from '../webhooks/webhook.ts';
import type { GatewayEvent } from './api-event.ts';
import { notFound, pathId } from './path-id.ts';

/**
 * The endpoint of the path.
 *
 * @throws ApiError `webhook_not_found`
 */
export const findWebhook = async (
  event: GatewayEvent,
  accountId: string,
  store: Pick<WebhookStore, 'get'>,
  refuse: Refuse<'webhook_not_found'>,
): Promise<Webhook> => {
  const webhookId = pathId('webhook', event, refuse);
  return (await store.get(accountId, webhookId)) ?? notFound('webhook', webhookId, refuse);
};

/**
 * The receiver in the path of deliveries: an endpoint, or `request` for the `webhook_url` of all requests.
 *
 * @throws ApiError `webhook_not_found`
 */
export const findReceiver = async (
  event: GatewayEvent,
  accountId: string,
  store: Pick<WebhookStore, 'get'>,
  refuse: Refuse<'webhook_not_found'>,
): Promise<DeliveryReceiver> =>
  event.pathParameters?.id === requestWebhookId
    ? { accountId, webhookId: requestWebhookId, disabledAt: undefined }
    : findWebhook(event, accountId, store, refuse);
