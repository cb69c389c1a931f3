import { maxWebhooks } from '../../lib/api/limits.ts';
import { webhookRoutes } from '../../lib/api/routes/webhooks.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { listWebhooks } from '../../lib/aws/webhook-store.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { webhookView } from '../../lib/http/views/webhook-view.ts';

const table = openTable();

/** `GET /webhooks` */
export const handler = apiHandler(webhookRoutes.listWebhooks, rateWindows(table), async ({ caller }) => {
  const webhooks = await listWebhooks(table, caller.accountId);
  return { body: { data: webhooks.map(webhookView), max: maxWebhooks } };
});
