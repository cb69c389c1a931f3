import { getAccount } from '../../lib/accounts/manage-accounts.ts';
import { accountOf } from '../../lib/accounts/sign-in.ts';
import { usageHistory } from '../../lib/accounts/usage-history.ts';
import { accountRoutes } from '../../lib/api/routes/account.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { usageHistoryStore } from '../../lib/aws/usage-history-store.ts';
import { userEndpoint } from '../../lib/endpoints/user-endpoint.ts';
import { readEnvironmentNumber } from '../../lib/env.ts';
import { fileLimitsView, usageView } from '../../lib/http/views/usage-view.ts';

/** `GET /account/usage` */
export const handler = userEndpoint(accountRoutes.getUsageHistory, (table, identities) => {
  const accounts = accountStore(table);
  const uploadLimitBytes = readEnvironmentNumber('uploadLimitBytes');
  const days = usageHistoryStore(table);
  return async ({ user }) => {
    const account = await getAccount(await accountOf(user, identities), accounts);
    const now = Date.now();
    const files = fileLimitsView(account, uploadLimitBytes);
    return { body: { ...usageView(account, now), files, ...(await usageHistory(account, days, now)) } };
  };
});
