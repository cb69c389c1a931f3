import { callWith, openSession, type Tokens } from '../api/client.ts';
import type { DashboardConfig, Session } from '../api/types.ts';
import { discover, newPendingSignIn, type Provider, redeemCode, signInAddress } from './open-id.ts';
import { keepPending, takePending } from './pending-sign-in.ts';
import { type SignInAnswer, sectionOf } from './sign-in-address.ts';
import { setVisit } from './visit.ts';

/** A user who is signed in. */
export type SignedIn = { readonly provider: Provider; readonly tokens: Tokens; readonly section: string };

/** Why a sign-in did not come to an end, in words. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
}

/** Where users sign in. */
export const loadConfig = (): Promise<DashboardConfig> =>
  callWith<DashboardConfig>('/account/config', undefined);

/** Sends the browser to the identity provider, to come back to `section`. Never comes back to its caller. */
export const signIn = async (config: DashboardConfig, section: string): Promise<never> => {
  const provider = await discover(config).catch((cause: unknown) => {
    throw new SignInError('The sign-in service cannot be reached. Try again in a moment.', { cause });
  });
  const pending = newPendingSignIn(sectionOf(section));
  const address = await signInAddress(provider, pending, location.href);
  keepPending(pending);
  location.assign(address);
  return new Promise<never>(() => undefined);
};

const refusalOf = (received: string): SignInError | undefined => {
  const error = new URL(received).searchParams.get('error');
  if (error === null) return undefined;
  return new SignInError(
    error === 'access_denied'
      ? 'You did not sign in. Nothing has changed.'
      : 'The sign-in service refused. Try again, and ask your operator if it goes on.',
  );
};

/** Ends a sign-in with what the provider answered. Throws SignInError, or ApiError where the service refuses. */
export const completeSignIn = async (config: DashboardConfig, answer: SignInAnswer): Promise<SignedIn> => {
  const pending = takePending();
  const refusal = refusalOf(answer.received);
  if (refusal !== undefined) throw refusal;
  if (pending === undefined)
    throw new SignInError('This sign-in was begun in another tab, or too long ago. Sign in again.');
  const { provider, identity } = await redeem(config, answer, pending).catch((cause: unknown) => {
    throw new SignInError('The sign-in could not be confirmed. Sign in again.', { cause });
  });
  const session: Session = await openSession(identity);
  setVisit('signed-in');
  return { provider, tokens: { identity, session }, section: sectionOf(pending.section) };
};

const redeem = async (
  config: DashboardConfig,
  answer: SignInAnswer,
  pending: NonNullable<ReturnType<typeof takePending>>,
): Promise<{ provider: Provider; identity: string }> => {
  const provider = await discover(config);
  return { provider, identity: await redeemCode(provider, pending, answer.received) };
};
