import { getAccount } from '../../lib/accounts/manage-accounts.ts';
import { openSession } from '../../lib/accounts/session.ts';
import { renewEmail, signIn } from '../../lib/accounts/sign-in.ts';
import { accountRoutes } from '../../lib/api/routes/account.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { identityStore } from '../../lib/aws/identity-store.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { sessionStore } from '../../lib/aws/session-store.ts';
import { readSignUp } from '../../lib/env.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { openIdentityVerifier } from '../../lib/http/verify-identity.ts';
import { tokenView } from '../../lib/http/views/token-view.ts';

const table = openTable();
const authentication = { windows: rateWindows(table), verify: openIdentityVerifier() };
const identities = identityStore(table);
const accounts = accountStore(table);
const sessions = sessionStore(table);

/** `POST /account/session` */
export const handler = apiHandler(accountRoutes.openSession, authentication, async ({ user }) => {
  const now = Date.now();
  const accountId = await signIn(user, identities, now, readSignUp());
  const account = await getAccount(accountId, accounts);
  const email = await renewEmail(user, account, identities);
  return {
    body: {
      email,
      plan: account.plan,
      ...tokenView(await openSession(accountId, user, sessions, now)),
    },
  };
});
