import { getAccount } from '../../lib/accounts/manage-accounts.ts';
import { serviceRoutes } from '../../lib/api/routes/service.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { endpoint } from '../../lib/endpoints/endpoint.ts';
import { readEnvironmentNumber } from '../../lib/env.ts';
import { fileLimitsView, usageView } from '../../lib/http/views/usage-view.ts';

/** `GET /usage` */
export const handler = endpoint(serviceRoutes.getUsage, (table) => {
  const accounts = accountStore(table);
  const uploadLimitBytes = readEnvironmentNumber('uploadLimitBytes');
  return async ({ caller }) => {
    const account = await getAccount(caller.accountId, accounts);
    const files = fileLimitsView(account, uploadLimitBytes);
    return { body: { ...usageView(account, Date.now()), files } };
  };
});
