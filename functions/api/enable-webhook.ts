import { webhookRoutes } from '../../lib/api/routes/webhooks.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { webhookStore } from '../../lib/aws/webhook-store.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { webhookView } from '../../lib/http/views/webhook-view.ts';
import { webhookIdOf, webhookNotFound } from '../../lib/http/webhook-path.ts';

const table = openTable();
const store = webhookStore(table);

/** `POST /webhooks/{id}/enable` */
export const handler = apiHandler(
  webhookRoutes.enableWebhook,
  rateWindows(table),
  async ({ event, caller, refuse }) => {
    const webhookId = webhookIdOf(event, refuse);
    const webhook = await store.turnOn(caller.accountId, webhookId);
    return webhook === undefined ? webhookNotFound(webhookId, refuse) : { body: webhookView(webhook) };
  },
);
