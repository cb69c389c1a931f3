import { webhookRoutes } from '../../lib/api/routes/webhooks.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { webhookStore } from '../../lib/aws/webhook-store.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { webhookView } from '../../lib/http/views/webhook-view.ts';
import { findWebhook } from '../../lib/http/webhook-path.ts';

const table = openTable();
const store = webhookStore(table);

/** `GET /webhooks/{id}` */
export const handler = apiHandler(
  webhookRoutes.getWebhook,
  rateWindows(table),
  async ({ event, caller, refuse }) => ({
    body: webhookView(await findWebhook(event, caller.accountId, store, refuse)),
  }),
);
