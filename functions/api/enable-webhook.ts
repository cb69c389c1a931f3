import { webhookRoutes } from '../../lib/api/routes/webhooks.ts';
import { webhookStore } from '../../lib/aws/webhook-store.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { notFound, pathId } from '../../lib/http/path-id.ts';
import { webhookView } from '../../lib/http/views/webhook-view.ts';

/** `POST /webhooks/{id}/enable` */
export const handler = endpoint(webhookRoutes.enableWebhook, (table) => {
  const store = webhookStore(table);
  return async ({ event, caller, refuse }) => {
    const webhookId = pathId('webhook', event, refuse);
    const webhook = await store.turnOn(caller.accountId, webhookId);
    return webhook === undefined ? notFound('webhook', webhookId, refuse) : { body: webhookView(webhook) };
  };
});
