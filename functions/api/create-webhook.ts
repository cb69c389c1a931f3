import { webhookRoutes } from '../../lib/api/routes/webhooks.ts';
import { webhookEvents } from '../../lib/api/webhook-events.ts';
import { webhookStore } from '../../lib/aws/webhook-store.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { readLocalReceiverHosts } from '../../lib/env.ts';
import { webhookView } from '../../lib/http/views/webhook-view.ts';
import { createWebhook } from '../../lib/webhooks/manage-webhooks.ts';
import { checkReceiverAddress } from '../../lib/webhooks/receiver-address.ts';

/** `POST /webhooks` */
export const handler = endpoint(webhookRoutes.createWebhook, (table) => {
  const store = webhookStore(table);
  const localHosts = readLocalReceiverHosts();
  return async ({ caller, body }) => {
    const { url, events = webhookEvents } = body;
    checkReceiverAddress('url', url, localHosts);
    const created = await createWebhook({ accountId: caller.accountId, url, events }, store, Date.now());
    return { body: { ...webhookView(created), secret: created.secret } };
  };
});
