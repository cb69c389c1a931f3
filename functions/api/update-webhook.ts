import { webhookRoutes } from '../../lib/api/routes/webhooks.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { webhookStore } from '../../lib/aws/webhook-store.ts';
import { readLocalReceiverHosts } from '../../lib/env.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { webhookView } from '../../lib/http/views/webhook-view.ts';
import { webhookIdOf, webhookNotFound } from '../../lib/http/webhook-path.ts';
import { checkReceiverAddress } from '../../lib/webhooks/receiver-address.ts';

const table = openTable();
const store = webhookStore(table);
const localHosts = readLocalReceiverHosts();

/** `PATCH /webhooks/{id}` */
export const handler = apiHandler(
  webhookRoutes.updateWebhook,
  rateWindows(table),
  async ({ event, caller, body, refuse }) => {
    const webhookId = webhookIdOf(event, refuse);
    if (body.url !== undefined) checkReceiverAddress('url', body.url, localHosts);
    const webhook = await store.update(caller.accountId, webhookId, body);
    return webhook === undefined ? webhookNotFound(webhookId, refuse) : { body: webhookView(webhook) };
  },
);
