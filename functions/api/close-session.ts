import { accountOf } from '../../lib/accounts/sign-in.ts';
import { accountRoutes } from '../../lib/api/routes/account.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { identityStore } from '../../lib/aws/identity-store.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { sessionStore } from '../../lib/aws/session-store.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { openIdentityVerifier } from '../../lib/http/verify-identity.ts';

const table = openTable();
const authentication = { windows: rateWindows(table), verify: openIdentityVerifier() };
const identities = identityStore(table);
const sessions = sessionStore(table);

/** `DELETE /account/session` */
export const handler = apiHandler(accountRoutes.closeSession, authentication, async ({ user }) => {
  const accountId = await accountOf(user, identities);
  await sessions.signOut(accountId, user, Date.now());
  return {};
});
