import { getAccount } from '../../lib/accounts/manage-accounts.ts';
import { accountOf } from '../../lib/accounts/sign-in.ts';
import { usageHistory } from '../../lib/accounts/usage-history.ts';
import { accountRoutes } from '../../lib/api/routes/account.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { identityStore } from '../../lib/aws/identity-store.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { usageHistoryStore } from '../../lib/aws/usage-history-store.ts';
import { readEnvironmentNumber } from '../../lib/env.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { openIdentityVerifier } from '../../lib/http/verify-identity.ts';
import { fileLimitsView, usageView } from '../../lib/http/views/usage-view.ts';

const table = openTable();
const authentication = { windows: rateWindows(table), verify: openIdentityVerifier() };
const identities = identityStore(table);
const accounts = accountStore(table);
const uploadLimitBytes = readEnvironmentNumber('uploadLimitBytes');
const days = usageHistoryStore(table);

/** `GET /account/usage` */
export const handler = apiHandler(accountRoutes.getUsageHistory, authentication, async ({ user }) => {
  const account = await getAccount(await accountOf(user, identities), accounts);
  const now = Date.now();
  const files = fileLimitsView(account.plan, uploadLimitBytes);
  return { body: { ...usageView(account, now), files, ...(await usageHistory(account, days, now)) } };
});
