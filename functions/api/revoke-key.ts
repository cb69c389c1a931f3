import { revokeKey } from '../../lib/accounts/manage-accounts.ts';
import { accountOf } from '../../lib/accounts/sign-in.ts';
import { accountRoutes } from '../../lib/api/routes/account.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { userEndpoint } from '../../lib/endpoints/user-endpoint.ts';
import { pathId } from '../../lib/http/path-id.ts';

/** `DELETE /account/keys/{id}` */
export const handler = userEndpoint(accountRoutes.revokeKey, (table, identities) => {
  const accounts = accountStore(table);
  return async ({ event, user, refuse }) => {
    const keyId = pathId('apiKey', event, refuse);
    const accountId = await accountOf(user, identities);
    await revokeKey({ accountId, keyId }, accounts, Date.now());
    return {};
  };
});
