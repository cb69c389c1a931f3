import { render } from 'preact';
import type { DashboardConfig } from '../api/types.ts';
import { takePending } from '../auth/pending-sign-in.ts';
import { completeSignIn, loadConfig, signIn } from '../auth/sign-in.ts';
import type { SignInAnswer } from '../auth/sign-in-address.ts';
import { mayRenew, readVisit, setVisit } from '../auth/visit.ts';
import { App } from './app.tsx';
import { signInMessage, Welcome } from './welcome.tsx';

const showWelcome = (root: Element, config: DashboardConfig | undefined, problem?: string): void => {
  const onSignIn = async (): Promise<void> => {
    await signIn(config ?? (await loadConfig()), location.hash);
  };
  const kind = problem === undefined && readVisit() === 'signed-out' ? 'signed-out' : 'new';
  render(<Welcome kind={kind} signUp={config?.sign_up} problem={problem} onSignIn={onSignIn} />, root);
};

const open = async (
  root: Element,
  config: DashboardConfig,
  answer: SignInAnswer | undefined,
): Promise<void> => {
  if (answer !== undefined) {
    const signedIn = await completeSignIn(config, answer);
    history.replaceState(null, '', signedIn.section);
    render(<App config={config} signedIn={signedIn} />, root);
    return;
  }
  // Without a response of the provider, a pending sign-in was abandoned.
  takePending();
  // The reload lost the tokens. The provider's session issues new ones without a prompt.
  if (readVisit() === 'signed-in' && mayRenew()) await signIn(config, location.hash);
  showWelcome(root, config);
};

/** Opens the dashboard: after signing in, after a reload, or for a new visitor. */
export const start = async (root: Element, answer: SignInAnswer | undefined): Promise<void> => {
  root.replaceChildren();
  render(<p class="boot">Loading DocForge…</p>, root);
  let config: DashboardConfig | undefined;
  try {
    config = await loadConfig();
    await open(root, config, answer);
  } catch (error) {
    setVisit('new');
    showWelcome(root, config, signInMessage(error));
  }
};
