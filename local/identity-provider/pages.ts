import { escapeHtml, type Page, renderPage } from './page.ts';
import type { LocalUser } from './users.ts';

/** Lists the users to sign in as, and takes another address. `fault` says what was wrong with the last one. */
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
<p>This page stands in for the identity provider on this machine. There are no passwords: pick who you are.</p>
<form method="post" action="${escapeHtml(action)}"><ul>
${buttons.join('\n')}
</ul></form>
<h2>Somebody else</h2>
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
 * Ends the session without a question; the button is for browsers without scripts.
 *
 * @param form oidc-provider's own form, with its token against forgery
 */
export const signOutPage = (form: string, formOrigins: readonly string[]): Page =>
  renderPage({
    title: 'Signing out of DocForge',
    formOrigins,
    script: submitScript,
    content: `<h1>Signing out</h1>
${form.replace('</form>', '<input type="hidden" name="logout" value="yes"/><button class="main">Sign out</button></form>')}`,
  });

/** After signing out, where nobody said where to go next. */
export const signedOutPage = (): Page =>
  renderPage({
    title: 'Signed out of DocForge',
    formOrigins: [],
    content: '<h1>Signed out</h1>\n<p>You can close this page.</p>',
  });

/** Says why a request of a client was refused. */
export const refusalPage = (error: string, description: string): Page =>
  renderPage({
    title: 'Sign-in failed',
    formOrigins: [],
    content: `<h1>Sign-in failed</h1>\n<p>${escapeHtml(description)}</p>\n<p><code>${escapeHtml(error)}</code></p>`,
  });
