import { apiPrefix } from '../app/addresses.ts';

/** The identity provider's response in the URL. */
export type SignInAnswer = {
  /** The complete URL, for the check of state and issuer. */
  readonly received: string;
  /** The URL without the response, for the address bar and the history. */
  readonly cleaned: string;
};

// RFC 6749, section 4.1.2; RFC 9207; `session_state` of OpenID Connect Session Management.
const parameters = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri', 'session_state'];

/** Reads the provider's response from a URL. Returns undefined if there is none. */
export const readSignInAnswer = (address: string): SignInAnswer | undefined => {
  const url = new URL(address);
  const isAnswer =
    url.searchParams.has('state') && (url.searchParams.has('code') || url.searchParams.has('error'));
  if (!isAnswer) return undefined;
  for (const name of parameters) url.searchParams.delete(name);
  return { received: address, cleaned: url.href };
};

/** Returns the redirect URL: the dashboard without query and fragment. */
export const redirectAddress = (address: string): string => {
  const { pathname } = new URL(address);
  return new URL(`${apiPrefix(pathname)}/dashboard/`, address).href;
};

/** Returns the section to open after signing in. Accepts only sections of this page. */
export const sectionOf = (fragment: string): string =>
  /^#\/[a-z]+(\?[\w=&%+.*-]*)?$/.test(fragment) ? fragment : '#/home';

/**
 * Returns the URL of the section to open after a visit of the payment pages, which redirect to the base URL with `billing=`.
 * Undefined for any other visit.
 */
export const billingReturn = (address: string): string | undefined => {
  const how = new URL(address).searchParams.get('billing');
  return how === null ? undefined : `${redirectAddress(address)}#/plan?billing=${encodeURIComponent(how)}`;
};
