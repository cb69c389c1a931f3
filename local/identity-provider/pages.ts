import { escapeHtml, type Page, renderPage } from './page.ts';
import type { LocalUser } from './users.ts';

/** The sign-in page: a list of users and a field for another address. `fault` is the error of the last address. */
export const signInPage = (page: {
  readonly action: string;
  readonly users: readonly LocalUser[];
  readonly formOrigins: readonly string[];
  readonly typed?: string;
  readonly fault?: string;
}): Page => {
  const { action, fault, formOrigins, typed = '', users } = page;
  const buttons = users.map(
    ({ name, email }) =>
      `<li><button name="email" value="${escapeHtml(email)}">${escapeHtml(name)} <small>${escapeHtml(email)}</small></button></li>`,
  );
  const described = fault === undefined ? '' : ' aria-invalid="true" aria-describedby="fault"';
  return renderPage({
    title: 'Sign in to DocForge',
    formOrigins,
    content: `<h1>Sign in to DocForge</h1>
<p>This is the local identity provider. There are no passwords: choose a user.</p>
<form method="post" action="${escapeHtml(action)}"><ul>
${buttons.join('\n')}
</ul></form>
<h2>Another user</h2>
<form method="post" action="${escapeHtml(action)}">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="off" required maxlength="254" value="${escapeHtml(typed)}"${described}>
${fault === undefined ? '' : `<p id="fault" class="fault" role="alert">${escapeHtml(fault)}</p>`}
<button class="main">Sign in</button>
</form>`,
  });
};

const submitScript = 'document.forms[0].submit();';

/**
 * The sign-out page. Ends the session without a confirmation; the button is for browsers without scripts.
 *
 * @param form the form of oidc-provider, with its CSRF token
 */
export const signOutPage = (form: string, formOrigins: readonly string[]): Page =>
  renderPage({
    title: 'Signing out of DocForge',
    formOrigins,
    script: submitScript,
    content: `<h1>Signing out</h1>
${form.replace('</form>', '<input type="hidden" name="logout" value="yes"/><button class="main">Sign out</button></form>')}`,
  });

/** The page after signing out, if the client has set no redirect. */
export const signedOutPage = (): Page =>
  renderPage({
    title: 'Signed out of DocForge',
    formOrigins: [],
    content: '<h1>Signed out</h1>\n<p>You can close this page.</p>',
  });

/** The page for a rejected request of a client. */
export const refusalPage = (error: string, description: string): Page =>
  renderPage({
    title: 'Sign-in failed',
    formOrigins: [],
    content: `<h1>Sign-in failed</h1>\n<p>${escapeHtml(description)}</p>\n<p><code>${escapeHtml(error)}</code></p>`,
  });
