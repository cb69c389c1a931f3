import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { emailAddress } from '../../lib/accounts/account.ts';
import { readBody } from '../gateway/body.ts';
import type { Page } from './page.ts';
import { refusalPage, signInPage } from './pages.ts';
import type { IdentityStore } from './store.ts';
import { listUsers, rememberUser } from './users.ts';

const maxFormBytes = 4096;

/**
 * Serves the sign-in page and its form: `/interaction/{uid}`.
 *
 * The interaction's cookie identifies the pending request. Browsers do not send it with forms of other sites.
 */
export const createSignIn = (
  provider: Provider,
  store: IdentityStore,
  formOrigins: readonly string[],
): ((request: IncomingMessage, response: ServerResponse) => Promise<void>) => {
  return async (request, response) => {
    const details = await provider.interactionDetails(request, response).catch(() => undefined);
    const action = `/interaction/${details?.uid}`;
    if (details === undefined || request.url !== action) {
      return show(
        response,
        400,
        refusalPage('expired', 'This sign-in has expired. Go back and start again.'),
      );
    }
    if (request.method !== 'POST') {
      return show(response, 200, signInPage({ action, formOrigins, users: listUsers(store) }));
    }
    const body = await readBody(request, maxFormBytes);
    const typed =
      typeof body === 'string' ? '' : (new URLSearchParams(body.toString('utf8')).get('email') ?? '');
    const email = emailAddress(typed);
    if (email === undefined) {
      const fault = 'Enter an e-mail address like you@example.com.';
      return show(response, 400, signInPage({ action, formOrigins, users: listUsers(store), typed, fault }));
    }
    const login = { accountId: rememberUser(store, email) };
    await provider.interactionFinished(request, response, { login });
  };
};

const show = (response: ServerResponse, status: number, page: Page): void => {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': page.contentSecurityPolicy,
    'cache-control': 'no-store',
  });
  response.end(page.html);
};
