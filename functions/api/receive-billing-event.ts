import { billingRoutes } from '../../lib/api/routes/billing.ts';
import { billingStore } from '../../lib/aws/billing-store.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { openBilling } from '../../lib/billing/open-billing.ts';
import { receiveEvent } from '../../lib/billing/receive-event.ts';
import { billingNotOffered } from '../../lib/billing/settings.ts';
import { bodyBytes, header } from '../../lib/http/api-event.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';

const billing = openBilling(billingStore(openTable()));

/** `POST /billing/webhook` */
export const handler = apiHandler(
  billingRoutes.receiveBillingEvent,
  undefined,
  async ({ event, log, refuse }) => {
    if (billing === undefined) return billingNotOffered(refuse);
    const outcome = await receiveEvent(
      { body: bodyBytes(event), signature: header(event, 'stripe-signature') },
      { ...billing, warn: (message, fields) => log.warn(message, fields) },
      Date.now(),
    );
    log.info('A Stripe event was received', outcome);
    return {};
  },
);
