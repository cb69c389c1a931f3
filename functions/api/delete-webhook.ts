import { webhookRoutes } from '../../lib/api/routes/webhooks.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { webhookStore } from '../../lib/aws/webhook-store.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { webhookIdOf, webhookNotFound } from '../../lib/http/webhook-path.ts';

const table = openTable();
const store = webhookStore(table);

/** `DELETE /webhooks/{id}` */
export const handler = apiHandler(
  webhookRoutes.deleteWebhook,
  rateWindows(table),
  async ({ event, caller, refuse }) => {
    const webhookId = webhookIdOf(event, refuse);
    return (await store.remove(caller.accountId, webhookId)) ? {} : webhookNotFound(webhookId, refuse);
  },
);
