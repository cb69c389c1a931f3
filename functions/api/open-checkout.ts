import { getAccount } from '../../lib/accounts/manage-accounts.ts';
import { accountOf } from '../../lib/accounts/sign-in.ts';
import { billingRoutes } from '../../lib/api/routes/billing.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { billingStore } from '../../lib/aws/billing-store.ts';
import { openBilling } from '../../lib/billing/open-billing.ts';
import { openCheckout } from '../../lib/billing/open-checkout.ts';
import { billingNotOffered } from '../../lib/billing/settings.ts';
import { userEndpoint } from '../../lib/endpoints/user-endpoint.ts';
import { readEnvironment } from '../../lib/env.ts';

/** `POST /account/billing/checkout` */
export const handler = userEndpoint(billingRoutes.openCheckout, (table, identities) => {
  const accounts = accountStore(table);
  const billing = openBilling(billingStore(table));
  return async ({ user, body, refuse }) => {
    if (billing === undefined) return billingNotOffered(refuse);
    const account = await getAccount(await accountOf(user, identities), accounts);
    const dependencies = { ...billing, dashboardUrl: readEnvironment('dashboardUrl') };
    return { body: { url: await openCheckout(account, body.plan, dependencies) } };
  };
});
