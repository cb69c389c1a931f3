import { webhookRoutes } from '../../lib/api/routes/webhooks.ts';
import { webhookStore } from '../../lib/aws/webhook-store.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { webhookView } from '../../lib/http/views/webhook-view.ts';
import { findWebhook } from '../../lib/http/webhook-path.ts';

/** `GET /webhooks/{id}` */
export const handler = endpoint(webhookRoutes.getWebhook, (table) => {
  const store = webhookStore(table);
  return async ({ event, caller, refuse }) => ({
    body: webhookView(await findWebhook(event, caller.accountId, store, refuse)),
  });
});
