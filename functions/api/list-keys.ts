import { getAccount } from '../../lib/accounts/manage-accounts.ts';
import { accountOf } from '../../lib/accounts/sign-in.ts';
import { accountRoutes } from '../../lib/api/routes/account.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { userEndpoint } from '../../lib/endpoints/user-endpoint.ts';
import { keyView } from '../../lib/http/views/key-view.ts';

/** `GET /account/keys` */
export const handler = userEndpoint(accountRoutes.listKeys, (table, identities) => {
  const accounts = accountStore(table);
  return async ({ user }) => {
    const accountId = await accountOf(user, identities);
    const [{ maxKeys }, all] = await Promise.all([
      getAccount(accountId, accounts),
      accounts.listKeys(accountId),
    ]);
    const valid = all.filter(({ revokedAt }) => revokedAt === undefined);
    return { body: { data: valid.toReversed().map(keyView), max: maxKeys } };
  };
});
