/** The state of a sign-in while the browser is at the identity provider. Useless once the code is redeemed. */
export type PendingSignIn = {
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
  /** The section to return to. */
  readonly section: string;
};

const pendingKey = 'docforge.sign-in';
const isPending = (value: unknown): value is PendingSignIn =>
  typeof value === 'object' &&
  value !== null &&
  ['verifier', 'state', 'nonce', 'section'].every((key) => typeof Reflect.get(value, key) === 'string');

/** Stores it in this tab. */
export const keepPending = (pending: PendingSignIn): void =>
  sessionStorage.setItem(pendingKey, JSON.stringify(pending));

/** Returns and deletes it. */
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
