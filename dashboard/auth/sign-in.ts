import { callWith, openSession, type Tokens } from '../api/client.ts';
import type { DashboardConfig, Session } from '../api/types.ts';
import { discover, newPendingSignIn, type Provider, redeemCode, signInAddress } from './open-id.ts';
import { keepPending, takePending } from './pending-sign-in.ts';
import { type SignInAnswer, sectionOf } from './sign-in-address.ts';
import { setVisit } from './visit.ts';

/** A signed-in user. */
export type SignedIn = { readonly provider: Provider; readonly tokens: Tokens; readonly section: string };

/** A failed sign-in, with a message for the user. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
}

/** The settings of the identity provider. */
export const loadConfig = (): Promise<DashboardConfig> =>
  callWith<DashboardConfig>('/account/config', undefined);

/** Redirects the browser to the identity provider, which returns to `section`. Never resolves. */
export const signIn = async (config: DashboardConfig, section: string): Promise<never> => {
  const provider = await discover(config).catch((cause: unknown) => {
    throw new SignInError('Cannot reach the identity provider. Try again in a moment.', { cause });
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
      ? 'You cancelled the sign-in. Nothing has changed.'
      : 'The identity provider rejected the sign-in. Try again. If that does not help, contact your operator.',
  );
};

/** Completes a sign-in with the provider's response. @throws SignInError, or ApiError if the service rejects it */
export const completeSignIn = async (config: DashboardConfig, answer: SignInAnswer): Promise<SignedIn> => {
  const pending = takePending();
  const refusal = refusalOf(answer.received);
  if (refusal !== undefined) throw refusal;
  if (pending === undefined)
    throw new SignInError('This sign-in was started in another tab or has expired. Sign in again.');
  const { provider, identity } = await redeem(config, answer, pending).catch((cause: unknown) => {
    throw new SignInError('The sign-in could not be verified. Sign in again.', { cause });
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
