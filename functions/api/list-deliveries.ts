import { listedDeliveries } from '../../lib/api/limits.ts';
import { webhookRoutes } from '../../lib/api/routes/webhooks.ts';
import { webhookStore } from '../../lib/aws/webhook-store.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { deliveryView } from '../../lib/http/views/webhook-view.ts';
import { findReceiver } from '../../lib/http/webhook-path.ts';

/** `GET /webhooks/{id}/deliveries` */
export const handler = endpoint(webhookRoutes.listDeliveries, (table) => {
  const store = webhookStore(table);
  return async ({ event, caller, refuse }) => {
    const { accountId, webhookId } = await findReceiver(event, caller.accountId, store, refuse);
    const deliveries = await store.listDeliveries(accountId, webhookId, listedDeliveries, Date.now());
    return { body: { data: deliveries.map(deliveryView) } };
  };
});
