import { authorize } from '../../lib/accounts/authorize.ts';
import { accessRoutes } from '../../lib/api/routes/access.ts';
import { tokenStore } from '../../lib/aws/token-store.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { tokenView } from '../../lib/http/views/token-view.ts';

/** `POST /authorize` */
export const handler = endpoint(accessRoutes.authorize, (table) => {
  const tokens = tokenStore(table);
  return async ({ body, refuse, log }) => {
    if ('grant_type' in body && body.grant_type !== 'client_credentials') {
      return refuse('unsupported_grant_type', 'unsupported grant. Send client_credentials.', {
        field: 'grant_type',
      });
    }
    const apiKey = 'api_key' in body ? body.api_key : body.client_secret;
    const identified = async (keyHash: string) => {
      const key = await tokens.findKey(keyHash);
      if (key !== undefined) log.appendKeys({ accountId: key.accountId, keyLastFour: apiKey.slice(-4) });
      return key;
    };
    return { body: tokenView(await authorize(apiKey, { ...tokens, findKey: identified }, Date.now())) };
  };
});
