import { Logger } from '@aws-lambda-powertools/logger';
import { webhookRoutes } from '../../lib/api/routes/webhooks.ts';
import { openDeliveryHints } from '../../lib/aws/webhook-queue.ts';
import { webhookStore } from '../../lib/aws/webhook-store.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { deliveryView } from '../../lib/http/views/webhook-view.ts';
import { findWebhook } from '../../lib/http/webhook-path.ts';
import { testWebhook } from '../../lib/webhooks/manage-webhooks.ts';

/** `POST /webhooks/{id}/test` */
export const handler = endpoint(webhookRoutes.testWebhook, (table) => {
  const store = webhookStore(table);
  const hints = openDeliveryHints(new Logger({ serviceName: 'test-webhook' }));
  return async ({ event, caller, refuse }) => {
    const webhook = await findWebhook(event, caller.accountId, store, refuse);
    return { body: deliveryView(await testWebhook(webhook, store, hints, Date.now())) };
  };
});
