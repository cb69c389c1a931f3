import { authorize } from '../../lib/accounts/authorize.ts';
import { accessRoutes } from '../../lib/api/routes/access.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { tokenStore } from '../../lib/aws/token-store.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { tokenView } from '../../lib/http/views/token-view.ts';

const table = openTable();
const tokens = tokenStore(table);

/** `POST /authorize` */
export const handler = apiHandler(accessRoutes.authorize, rateWindows(table), async ({ body, refuse }) => {
  if ('grant_type' in body && body.grant_type !== 'client_credentials') {
    return refuse('unsupported_grant_type', 'unsupported grant. Send client_credentials.', {
      field: 'grant_type',
    });
  }
  const apiKey = 'api_key' in body ? body.api_key : body.client_secret;
  return {
    body: {
      ...tokenView(await authorize(apiKey, tokens, Date.now())),
    },
  };
});
