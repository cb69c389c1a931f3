import { webhookRoutes } from '../../lib/api/routes/webhooks.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { webhookStore } from '../../lib/aws/webhook-store.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { secretView } from '../../lib/http/views/webhook-view.ts';
import { rotateAccountSecret } from '../../lib/webhooks/manage-webhooks.ts';

const table = openTable();
const store = webhookStore(table);

/** `POST /webhooks/secret` */
export const handler = apiHandler(
  webhookRoutes.rotateAccountSecret,
  rateWindows(table),
  async ({ caller }) => ({
    body: secretView(await rotateAccountSecret(caller.accountId, store, Date.now())),
  }),
);
