import type { ComponentType } from 'preact';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { createClient } from '../api/client.ts';
import type { DashboardConfig } from '../api/types.ts';
import { leaveProvider } from '../auth/leave-provider.ts';
import { type SignedIn, signIn } from '../auth/sign-in.ts';
import { mayRenew, setVisit } from '../auth/visit.ts';
import { HomePage } from '../home/home-page.tsx';
import { lazy } from '../ui/lazy.tsx';
import { type Dashboard, DashboardContext } from './context.ts';
import { type SectionId, sectionOfHash } from './routes.ts';
import { Shell } from './shell.tsx';
import { Welcome } from './welcome.tsx';

const pages: Readonly<Record<SectionId, ComponentType>> = {
  home: HomePage,
  keys: lazy(async () => (await import('../keys/keys-page.tsx')).KeysPage),
  usage: lazy(async () => (await import('../usage/usage-page.tsx')).UsagePage),
  playground: lazy(async () => (await import('../playground/playground-page.tsx')).PlaygroundPage),
  jobs: lazy(async () => (await import('../jobs/jobs-page.tsx')).JobsPage),
  webhooks: lazy(async () => (await import('../webhooks/webhooks-page.tsx')).WebhooksPage),
  plan: lazy(async () => (await import('../plan/plan-page.tsx')).PlanPage),
  operators: lazy(async () => (await import('../operators/operators-page.tsx')).OperatorsPage),
};

/** Returns the section of the URL. */
const useSection = (): SectionId => {
  const [section, setSection] = useState(() => sectionOfHash(location.hash));
  useEffect(() => {
    const onChange = (): void => setSection(sectionOfHash(location.hash));
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  return section;
};

/** The dashboard of a signed-in user. */
export const App = ({ config, signedIn }: { config: DashboardConfig; signedIn: SignedIn }) => {
  const section = useSection();
  const [state, setState] = useState<'open' | 'leaving' | 'ended'>('open');
  const [message, setMessage] = useState('');

  const signInAgain = useCallback(async (): Promise<never> => {
    if (mayRenew()) {
      setState('leaving');
      await signIn(config, location.hash).catch(() => undefined);
    }
    setState('ended');
    return new Promise<never>(() => undefined);
  }, [config]);

  const dashboard = useMemo<Dashboard>(
    () => ({
      client: createClient(signedIn.tokens, signInAgain),
      config,
      cache: new Map(),
      announce: setMessage,
    }),
    [config, signedIn, signInAgain],
  );

  const signOut = async (): Promise<void> => {
    setState('leaving');
    setVisit('signed-out');
    // Even if this call fails, end the provider's session.
    await dashboard.client
      .call('/account/session', { access: 'user', method: 'DELETE' })
      .catch(() => undefined);
    leaveProvider(signedIn.provider, signedIn.tokens.identity);
  };

  if (state === 'ended')
    return (
      <Welcome
        kind="new"
        signUp={config.sign_up}
        problem="Your session has ended. Sign in again to continue."
        onSignIn={() => signIn(config, location.hash)}
      />
    );
  if (state === 'leaving') return <p class="boot">Please wait…</p>;
  const Page = pages[section];
  return (
    <DashboardContext.Provider value={dashboard}>
      <Shell section={section} session={dashboard.client.session()} onSignOut={signOut}>
        <Page key={section} />
      </Shell>
      <div class="visually-hidden" aria-live="polite">
        {message}
      </div>
    </DashboardContext.Provider>
  );
};
