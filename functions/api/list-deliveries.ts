import { listedDeliveries } from '../../lib/api/limits.ts';
import { webhookRoutes } from '../../lib/api/routes/webhooks.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { webhookStore } from '../../lib/aws/webhook-store.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { deliveryView } from '../../lib/http/views/webhook-view.ts';
import { findReceiver } from '../../lib/http/webhook-path.ts';

const table = openTable();
const store = webhookStore(table);

/** `GET /webhooks/{id}/deliveries` */
export const handler = apiHandler(
  webhookRoutes.listDeliveries,
  rateWindows(table),
  async ({ event, caller, refuse }) => {
    const { accountId, webhookId } = await findReceiver(event, caller.accountId, store, refuse);
    const deliveries = await store.listDeliveries(accountId, webhookId, listedDeliveries);
    return { body: { data: deliveries.map(deliveryView) } };
  },
);
