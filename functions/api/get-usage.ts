import { getAccount } from '../../lib/accounts/manage-accounts.ts';
import { serviceRoutes } from '../../lib/api/routes/service.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { readEnvironmentNumber } from '../../lib/env.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { fileLimitsView, usageView } from '../../lib/http/views/usage-view.ts';

const table = openTable();
const accounts = accountStore(table);
const uploadLimitBytes = readEnvironmentNumber('uploadLimitBytes');

/** `GET /usage` */
export const handler = apiHandler(serviceRoutes.getUsage, rateWindows(table), async ({ caller }) => {
  const account = await getAccount(caller.accountId, accounts);
  const files = fileLimitsView(account.plan, uploadLimitBytes);
  return { body: { ...usageView(account, Date.now()), files } };
});
