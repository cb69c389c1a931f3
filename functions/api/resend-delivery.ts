import { Logger } from '@aws-lambda-powertools/logger';
import { webhookRoutes } from '../../lib/api/routes/webhooks.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { openDeliveryHints } from '../../lib/aws/webhook-queue.ts';
import { webhookStore } from '../../lib/aws/webhook-store.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { deliveryView } from '../../lib/http/views/webhook-view.ts';
import { deliveryIdOf, deliveryNotFound, findReceiver } from '../../lib/http/webhook-path.ts';
import { resendDelivery } from '../../lib/webhooks/manage-webhooks.ts';

const table = openTable();
const store = webhookStore(table);
const hints = openDeliveryHints(new Logger({ serviceName: 'resend-delivery' }));

/** `POST /webhooks/{id}/deliveries/{delivery_id}/resend` */
export const handler = apiHandler(
  webhookRoutes.resendDelivery,
  rateWindows(table),
  async ({ event, caller, refuse }) => {
    const receiver = await findReceiver(event, caller.accountId, store, refuse);
    const deliveryId = deliveryIdOf(event, refuse);
    const delivery = await resendDelivery(receiver, deliveryId, store, hints, Date.now());
    return delivery === undefined ? deliveryNotFound(deliveryId, refuse) : { body: deliveryView(delivery) };
  },
);
