import { webhookRoutes } from '../../lib/api/routes/webhooks.ts';
import { webhookStore } from '../../lib/aws/webhook-store.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { secretView } from '../../lib/http/views/webhook-view.ts';
import { rotateAccountSecret } from '../../lib/webhooks/manage-webhooks.ts';

/** `POST /webhooks/secret` */
export const handler = endpoint(webhookRoutes.rotateAccountSecret, (table) => {
  const store = webhookStore(table);
  return async ({ caller }) => ({
    body: secretView(await rotateAccountSecret(caller.accountId, store, Date.now())),
  });
});
