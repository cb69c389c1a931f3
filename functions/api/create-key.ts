import { createKey } from '../../lib/accounts/manage-accounts.ts';
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

/** `POST /account/keys` */
export const handler = apiHandler(accountRoutes.createKey, authentication, async ({ user, body }) => {
  const accountId = await accountOf(user, identities);
  const created = await createKey({ accountId, name: body.name }, accounts, Date.now());
  return { body: { ...keyView(created), key: created.key } };
});
