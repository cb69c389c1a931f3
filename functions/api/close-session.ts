import { accountOf } from '../../lib/accounts/sign-in.ts';
import { accountRoutes } from '../../lib/api/routes/account.ts';
import { sessionStore } from '../../lib/aws/session-store.ts';
import { userEndpoint } from '../../lib/endpoints/user-endpoint.ts';

/** `DELETE /account/session` */
export const handler = userEndpoint(accountRoutes.closeSession, (table, identities) => {
  const sessions = sessionStore(table);
  return async ({ user }) => {
    const accountId = await accountOf(user, identities);
    await sessions.signOut(accountId, user, Date.now());
    return {};
  };
});
