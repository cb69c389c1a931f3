import { maxWebhooks } from '../../lib/api/limits.ts';
import { webhookRoutes } from '../../lib/api/routes/webhooks.ts';
import { listWebhooks } from '../../lib/aws/webhook-store.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { webhookView } from '../../lib/http/views/webhook-view.ts';

/** `GET /webhooks` */
export const handler = endpoint(webhookRoutes.listWebhooks, (table) => async ({ caller }) => {
  const webhooks = await listWebhooks(table, caller.accountId);
  return { body: { data: webhooks.map(webhookView), max: maxWebhooks } };
});
