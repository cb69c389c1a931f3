import { getAccount } from '../../lib/accounts/manage-accounts.ts';
import { isOperator } from '../../lib/accounts/operators.ts';
import { openSession } from '../../lib/accounts/session.ts';
import { renewEmail, signIn } from '../../lib/accounts/sign-in.ts';
import { accountRoutes } from '../../lib/api/routes/account.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { sessionStore } from '../../lib/aws/session-store.ts';
import { userEndpoint } from '../../lib/endpoints/user-endpoint.ts';
import { readOptionalEnvironment, readSignUp } from '../../lib/env.ts';
import { tokenView } from '../../lib/http/views/token-view.ts';

/** `POST /account/session` */
export const handler = userEndpoint(accountRoutes.openSession, (table, identities) => {
  const accounts = accountStore(table);
  const sessions = sessionStore(table);
  return async ({ user }) => {
    const now = Date.now();
    const accountId = await signIn(user, identities, now, readSignUp());
    const account = await getAccount(accountId, accounts);
    const email = await renewEmail(user, account, identities);
    return {
      body: {
        email,
        plan: account.plan,
        ...(isOperator(user, readOptionalEnvironment('operators')) ? { is_operator: true as const } : {}),
        ...tokenView(await openSession(accountId, user, sessions, now)),
      },
    };
  };
});
