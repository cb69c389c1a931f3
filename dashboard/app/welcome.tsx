import { useEffect, useRef, useState } from 'preact/hooks';
import { errorMessageOf } from '../api/api-error.ts';
import type { DashboardConfig } from '../api/types.ts';
import { SignInError } from '../auth/sign-in.ts';
import { Notice } from '../ui/notice.tsx';
import { docsAddress } from './addresses.ts';
import { Logo } from './logo.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

const words = {
  new: {
    title: 'Sign in to DocForge',
    lead: 'Create API keys, see your usage and try a conversion.',
  },
  'signed-out': {
    title: 'You are signed out',
    lead: 'Your session has ended, here and at the identity provider.',
  },
} as const;

const admission: Readonly<Record<DashboardConfig['sign_up'], string | undefined>> = {
  open: undefined,
  invite: 'New users need an invitation from the operator.',
  closed: 'New users are not admitted.',
};

/** Returns the message for a sign-in error. */
export const signInMessage = (error: unknown): string =>
  error instanceof SignInError ? error.message : errorMessageOf(error);

/** The page for visitors who are not signed in. */
export const Welcome = ({
  kind,
  signUp,
  problem,
  onSignIn,
}: {
  kind: keyof typeof words;
  /** Who may become a user; undefined if the configuration could not be loaded. */
  signUp: DashboardConfig['sign_up'] | undefined;
  problem?: string | undefined;
  onSignIn: () => Promise<void>;
}) => {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState(problem);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${words[kind].title} · DocForge`;
    title.current?.focus();
  }, [kind]);
  const begin = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onSignIn();
    } catch (error) {
      setFailure(signInMessage(error));
      setBusy(false);
    }
  };
  return (
    <div class="welcome">
      <header class="welcome-top">
        <Logo />
        <ThemeToggle />
      </header>
      <main class="welcome-card">
        <h1 ref={title} tabIndex={-1}>
          {words[kind].title}
        </h1>
        <p class="lead">{words[kind].lead}</p>
        {failure === undefined ? null : <Notice kind="error">{failure}</Notice>}
        <button type="button" class="button primary wide" disabled={isBusy} onClick={begin}>
          {isBusy ? 'Redirecting…' : kind === 'new' ? 'Sign in' : 'Sign in again'}
        </button>
        {signUp === undefined || admission[signUp] === undefined ? null : (
          <p class="fine">{admission[signUp]}</p>
        )}
        <p class="fine">
          The API needs only a key, no sign-in. <a href={docsAddress()}>Read the docs</a>
        </p>
      </main>
    </div>
  );
};
