import { getAccount } from '../../lib/accounts/manage-accounts.ts';
import { accountOf } from '../../lib/accounts/sign-in.ts';
import { accountRoutes } from '../../lib/api/routes/account.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { identityStore } from '../../lib/aws/identity-store.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { openIdentityVerifier } from '../../lib/http/verify-identity.ts';
import { keyView } from '../../lib/http/views/key-view.ts';

const table = openTable();
const authentication = { windows: rateWindows(table), verify: openIdentityVerifier() };
const identities = identityStore(table);
const accounts = accountStore(table);

/** `GET /account/keys` */
export const handler = apiHandler(accountRoutes.listKeys, authentication, async ({ user }) => {
  const accountId = await accountOf(user, identities);
  const [{ maxKeys }, all] = await Promise.all([
    getAccount(accountId, accounts),
    accounts.listKeys(accountId),
  ]);
  const valid = all.filter(({ revokedAt }) => revokedAt === undefined);
  return { body: { data: valid.toReversed().map(keyView), max: maxKeys } };
});
