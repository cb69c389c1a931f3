/** What must be remembered while the browser is at the identity provider; of no use once the code is redeemed. */
export type PendingSignIn = {
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
  /** The section to come back to. */
  readonly section: string;
};

const pendingKey = 'docforge.sign-in';
const isPending = (value: unknown): value is PendingSignIn =>
  typeof value === 'object' &&
  value !== null &&
  ['verifier', 'state', 'nonce', 'section'].every((key) => typeof Reflect.get(value, key) === 'string');

/** Keeps it in this tab. */
export const keepPending = (pending: PendingSignIn): void =>
  sessionStorage.setItem(pendingKey, JSON.stringify(pending));

/** Takes it out: it can be taken once. */
export const takePending = (): PendingSignIn | undefined => {
  const text = sessionStorage.getItem(pendingKey);
  sessionStorage.removeItem(pendingKey);
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isPending(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
