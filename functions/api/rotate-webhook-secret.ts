import { webhookRoutes } from '../../lib/api/routes/webhooks.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { webhookStore } from '../../lib/aws/webhook-store.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { secretView, webhookView } from '../../lib/http/views/webhook-view.ts';
import { webhookIdOf, webhookNotFound } from '../../lib/http/webhook-path.ts';
import { rotateSecret } from '../../lib/webhooks/manage-webhooks.ts';

const table = openTable();
const store = webhookStore(table);

/** `POST /webhooks/{id}/rotate` */
export const handler = apiHandler(
  webhookRoutes.rotateWebhookSecret,
  rateWindows(table),
  async ({ event, caller, refuse }) => {
    const webhookId = webhookIdOf(event, refuse);
    const rotated = await rotateSecret(caller.accountId, webhookId, store, Date.now());
    if (rotated === undefined) return webhookNotFound(webhookId, refuse);
    return { body: { ...webhookView(rotated), ...secretView(rotated) } };
  },
);
