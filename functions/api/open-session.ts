import { getAccount } from '../../lib/accounts/manage-accounts.ts';
import { openSession } from '../../lib/accounts/session.ts';
import { signIn } from '../../lib/accounts/sign-in.ts';
import { tokenSeconds } from '../../lib/api/limits.ts';
import { routes } from '../../lib/api/routes.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { identityStore } from '../../lib/aws/identity-store.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { sessionStore } from '../../lib/aws/session-store.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { openIdentityVerifier } from '../../lib/http/verify-identity.ts';

const table = openTable();
const gate = { windows: rateWindows(table), verify: openIdentityVerifier() };
const identities = identityStore(table);
const accounts = accountStore(table);
const sessions = sessionStore(table);

/** `POST /account/session` */
export const handler = apiHandler(routes.openSession, gate, async ({ user }) => {
  const now = Date.now();
  const accountId = await signIn(user, identities, now);
  const { email, plan } = await getAccount(accountId, accounts);
  return {
    status: 200,
    body: {
      email,
      plan,
      access_token: await openSession(accountId, user, sessions, now),
      token_type: 'bearer',
      expires_in: tokenSeconds,
    },
  };
});
