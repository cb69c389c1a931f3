import { webhookRoutes } from '../../lib/api/routes/webhooks.ts';
import { webhookStore } from '../../lib/aws/webhook-store.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { readLocalReceiverHosts } from '../../lib/env.ts';
import { notFound, pathId } from '../../lib/http/path-id.ts';
import { webhookView } from '../../lib/http/views/webhook-view.ts';
import { checkReceiverAddress } from '../../lib/webhooks/receiver-address.ts';

/** `PATCH /webhooks/{id}` */
export const handler = endpoint(webhookRoutes.updateWebhook, (table) => {
  const store = webhookStore(table);
  const localHosts = readLocalReceiverHosts();
  return async ({ event, caller, body, refuse }) => {
    const webhookId = pathId('webhook', event, refuse);
    if (body.url !== undefined) checkReceiverAddress('url', body.url, localHosts);
    const webhook = await store.update(caller.accountId, webhookId, body);
    return webhook === undefined ? notFound('webhook', webhookId, refuse) : { body: webhookView(webhook) };
  };
});
