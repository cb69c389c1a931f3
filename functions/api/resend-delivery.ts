import { Logger } from '@aws-lambda-powertools/logger';
import { webhookRoutes } from '../../lib/api/routes/webhooks.ts';
import { openDeliveryHints } from '../../lib/aws/webhook-queue.ts';
import { webhookStore } from '../../lib/aws/webhook-store.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { notFound, pathId } from '../../lib/http/path-id.ts';
import { deliveryView } from '../../lib/http/views/webhook-view.ts';
import { findReceiver } from '../../lib/http/webhook-path.ts';
import { resendDelivery } from '../../lib/webhooks/manage-webhooks.ts';

/** `POST /webhooks/{id}/deliveries/{delivery_id}/resend` */
export const handler = endpoint(webhookRoutes.resendDelivery, (table) => {
  const store = webhookStore(table);
  const hints = openDeliveryHints(new Logger({ serviceName: 'resend-delivery' }));
  return async ({ event, caller, refuse }) => {
    const receiver = await findReceiver(event, caller.accountId, store, refuse);
    const deliveryId = pathId('delivery', event, refuse);
    const delivery = await resendDelivery(receiver, deliveryId, store, hints, Date.now());
    return delivery === undefined
      ? notFound('delivery', deliveryId, refuse)
      : { body: deliveryView(delivery) };
  };
});
