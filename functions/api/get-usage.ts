import { getAccount } from '../../lib/accounts/manage-accounts.ts';
import { usageView } from '../../lib/accounts/usage.ts';
import { routes } from '../../lib/api/routes.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';

const table = openTable();
const accounts = accountStore(table);

/** `GET /usage` */
export const handler = apiHandler(routes.getUsage, rateWindows(table), async ({ caller }) => ({
  status: 200,
  body: usageView(await getAccount(caller.accountId, accounts), Date.now()),
}));
