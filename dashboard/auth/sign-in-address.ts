/** What the identity provider put into the address when it sent the browser back. */
export type SignInAnswer = {
  /** The address as it came, for the check of state and issuer. */
  readonly received: string;
  /** The address without any of it: what the page and the history may show. */
  readonly cleaned: string;
};

// RFC 6749, 4.1.2; RFC 9207; and the session's state of OpenID Connect Session Management.
const parameters = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri', 'session_state'];

/** Reads the provider's answer out of an address; undefined where there is none. */
export const readSignInAnswer = (address: string): SignInAnswer | undefined => {
  const url = new URL(address);
  const isAnswer =
    url.searchParams.has('state') && (url.searchParams.has('code') || url.searchParams.has('error'));
  if (!isAnswer) return undefined;
  for (const name of parameters) url.searchParams.delete(name);
  return { received: address, cleaned: url.href };
};

/** The address that the provider sends the browser back to: the dashboard, without query and fragment. */
export const redirectAddress = (address: string): string => {
  const url = new URL('/dashboard/', address);
  return url.href;
};

/** Where to go on after signing in: a section of this page and nothing else. */
export const sectionOf = (fragment: string): string =>
  /^#\/[a-z]+(\?[\w=&-]*)?$/.test(fragment) ? fragment : '#/usage';

/**
 * The address of the section that a visitor comes back to from the payment pages, which lead to the base address with `billing=`;
 * undefined for every other visit.
 */
export const billingReturn = (address: string): string | undefined => {
  const how = new URL(address).searchParams.get('billing');
  return how === null ? undefined : `${redirectAddress(address)}#/plan?billing=${encodeURIComponent(how)}`;
};
