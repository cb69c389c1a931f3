import { revokeKey } from '../../lib/accounts/manage-accounts.ts';
import { accountOf } from '../../lib/accounts/sign-in.ts';
import { accountRoutes } from '../../lib/api/routes/account.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { identityStore } from '../../lib/aws/identity-store.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { keyIdOf } from '../../lib/http/key-id.ts';
import { openIdentityVerifier } from '../../lib/http/verify-identity.ts';

const table = openTable();
const authentication = { windows: rateWindows(table), verify: openIdentityVerifier() };
const identities = identityStore(table);
const accounts = accountStore(table);

/** `DELETE /account/keys/{id}` */
export const handler = apiHandler(
  accountRoutes.revokeKey,
  authentication,
  async ({ event, user, refuse }) => {
    const keyId = keyIdOf(event, refuse);
    const accountId = await accountOf(user, identities);
    await revokeKey({ accountId, keyId }, accounts, Date.now());
    return {};
  },
);
