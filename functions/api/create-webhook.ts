import { webhookRoutes } from '../../lib/api/routes/webhooks.ts';
import { webhookEvents } from '../../lib/api/webhook-events.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { webhookStore } from '../../lib/aws/webhook-store.ts';
import { readLocalReceiverHosts } from '../../lib/env.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { webhookView } from '../../lib/http/views/webhook-view.ts';
import { createWebhook } from '../../lib/webhooks/manage-webhooks.ts';
import { checkReceiverAddress } from '../../lib/webhooks/receiver-address.ts';

const table = openTable();
const store = webhookStore(table);
const localHosts = readLocalReceiverHosts();

/** `POST /webhooks` */
export const handler = apiHandler(
  webhookRoutes.createWebhook,
  rateWindows(table),
  async ({ caller, body }) => {
    const { url, events = webhookEvents } = body;
    checkReceiverAddress('url', url, localHosts);
    const created = await createWebhook({ accountId: caller.accountId, url, events }, store, Date.now());
    return { body: { ...webhookView(created), secret: created.secret } };
  },
);
