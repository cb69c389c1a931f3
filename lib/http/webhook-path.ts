import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Refuse } from '../api-errors.ts';
import { isId } from '../ids.ts';
import type { DeliveryReceiver, WebhookStore } from '../webhooks/manage-webhooks.ts';
import { requestWebhookId, type Webhook } from '../webhooks/webhook.ts';

// Longer ids are cut in messages.
const longestShown = 100;

/** Refuses an id of no endpoint in this account. Does not reveal whether another account has the endpoint. */
export const webhookNotFound = (webhookId: string, refuse: Refuse<'webhook_not_found'>): never =>
  refuse('webhook_not_found', `No webhook endpoint ${JSON.stringify(webhookId)} in this account.`);

/**
 * The id of the endpoint in the path.
 *
 * @throws ApiError `webhook_not_found` if it is malformed
 */
export const webhookIdOf = (event: APIGatewayProxyEvent, refuse: Refuse<'webhook_not_found'>): string => {
  const id = event.pathParameters?.id ?? '';
  return isId('webhook', id) ? id : webhookNotFound(id.slice(0, longestShown), refuse);
};

/**
 * The endpoint of the path.
 *
 * @throws ApiError `webhook_not_found`
 */
export const findWebhook = async (
  event: APIGatewayProxyEvent,
  accountId: string,
  store: Pick<WebhookStore, 'get'>,
  refuse: Refuse<'webhook_not_found'>,
): Promise<Webhook> => {
  const webhookId = webhookIdOf(event, refuse);
  return (await store.get(accountId, webhookId)) ?? webhookNotFound(webhookId, refuse);
};

/**
 * The receiver in the path of deliveries: an endpoint, or `request` for the `webhook_url` of all requests.
 *
 * @throws ApiError `webhook_not_found`
 */
export const findReceiver = async (
  event: APIGatewayProxyEvent,
  accountId: string,
  store: Pick<WebhookStore, 'get'>,
  refuse: Refuse<'webhook_not_found'>,
): Promise<DeliveryReceiver> =>
  event.pathParameters?.id === requestWebhookId
    ? { accountId, webhookId: requestWebhookId, disabledAt: undefined }
    : findWebhook(event, accountId, store, refuse);

/** Refuses an id of no delivery to the endpoint. */
export const deliveryNotFound = (deliveryId: string, refuse: Refuse<'delivery_not_found'>): never =>
  refuse(
    'delivery_not_found',
    `No delivery ${JSON.stringify(deliveryId)} to this webhook endpoint. Deliveries are kept for seven days.`,
  );

/**
 * The id of the delivery in the path.
 *
 * @throws ApiError `delivery_not_found` if it is malformed
 */
export const deliveryIdOf = (event: APIGatewayProxyEvent, refuse: Refuse<'delivery_not_found'>): string => {
  const id = event.pathParameters?.delivery_id ?? '';
  return isId('delivery', id) ? id : deliveryNotFound(id.slice(0, longestShown), refuse);
};
