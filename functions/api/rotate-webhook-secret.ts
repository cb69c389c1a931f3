import { webhookRoutes } from '../../lib/api/routes/webhooks.ts';
import { webhookStore } from '../../lib/aws/webhook-store.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { notFound, pathId } from '../../lib/http/path-id.ts';
import { secretView, webhookView } from '../../lib/http/views/webhook-view.ts';
import { rotateSecret } from '../../lib/webhooks/manage-webhooks.ts';

/** `POST /webhooks/{id}/rotate` */
export const handler = endpoint(webhookRoutes.rotateWebhookSecret, (table) => {
  const store = webhookStore(table);
  return async ({ event, caller, refuse }) => {
    const webhookId = pathId('webhook', event, refuse);
    const rotated = await rotateSecret(caller.accountId, webhookId, store, Date.now());
    if (rotated === undefined) return notFound('webhook', webhookId, refuse);
    return { body: { ...webhookView(rotated), ...secretView(rotated) } };
  };
});
