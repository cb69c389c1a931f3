import { createKey } from '../../lib/accounts/manage-accounts.ts';
import { accountOf } from '../../lib/accounts/sign-in.ts';
import { accountRoutes } from '../../lib/api/routes/account.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { userEndpoint } from '../../lib/endpoints/user-endpoint.ts';
import { keyView } from '../../lib/http/views/key-view.ts';

/** `POST /account/keys` */
export const handler = userEndpoint(accountRoutes.createKey, (table, identities) => {
  const accounts = accountStore(table);
  return async ({ user, body }) => {
    const accountId = await accountOf(user, identities);
    const created = await createKey({ accountId, name: body.name }, accounts, Date.now());
    return { body: { ...keyView(created), key: created.key } };
  };
});
