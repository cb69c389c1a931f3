import { getAccount } from '../../lib/accounts/manage-accounts.ts';
import { accountOf } from '../../lib/accounts/sign-in.ts';
import { billingRoutes } from '../../lib/api/routes/billing.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { billingStore } from '../../lib/aws/billing-store.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { identityStore } from '../../lib/aws/identity-store.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { openBilling } from '../../lib/billing/open-billing.ts';
import { openPortal } from '../../lib/billing/open-portal.ts';
import { billingNotOffered } from '../../lib/billing/settings.ts';
import { readEnvironment } from '../../lib/env.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { openIdentityVerifier } from '../../lib/http/verify-identity.ts';

const table = openTable();
const authentication = { windows: rateWindows(table), verify: openIdentityVerifier() };
const identities = identityStore(table);
const accounts = accountStore(table);
const billing = openBilling(billingStore(table));

/** `POST /account/billing/portal` */
export const handler = apiHandler(
  billingRoutes.openBillingPortal,
  authentication,
  async ({ user, refuse }) => {
    if (billing === undefined) return billingNotOffered(refuse);
    const account = await getAccount(await accountOf(user, identities), accounts);
    const dependencies = { ...billing, dashboardUrl: readEnvironment('dashboardUrl') };
    return { body: { url: await openPortal(account, dependencies) } };
  },
);
