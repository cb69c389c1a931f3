import { webhookRoutes } from '../../lib/api/routes/webhooks.ts';
import { webhookStore } from '../../lib/aws/webhook-store.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { notFound, pathId } from '../../lib/http/path-id.ts';

/** `DELETE /webhooks/{id}` */
export const handler = endpoint(webhookRoutes.deleteWebhook, (table) => {
  const store = webhookStore(table);
  return async ({ event, caller, refuse }) => {
    const webhookId = pathId('webhook', event, refuse);
    return (await store.remove(caller.accountId, webhookId)) ? {} : notFound('webhook', webhookId, refuse);
  };
});
