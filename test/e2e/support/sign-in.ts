import { createHash, randomBytes } from 'node:crypto';
import type { StackDescription } from '../../../local/description.ts';
import { type Browser, openBrowser, type Visited } from './browser.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON of every shape
type Json = any;

/** The responses of `GET /account/config` and the issuer's configuration. */
export type SignInSettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  readonly redirectUri: string;
  /** The issuer's own description. */
  readonly provider: Json;
};

/** Reads how users sign in to a running stack, as the dashboard does. */
export const readSignInSettings = async (
  stack: Pick<StackDescription, 'baseUrl'>,
): Promise<SignInSettings> => {
  const config: Json = await (await fetch(`${stack.baseUrl}/account/config`)).json();
  const provider = await (await fetch(`${config.issuer}/.well-known/openid-configuration`)).json();
  return {
    issuer: config.issuer,
    clientId: config.client_id,
    scope: config.scope,
    redirectUri: `${stack.baseUrl}/dashboard/`,
    provider,
  };
};

/** A sign-in that has begun. */
type PendingSignIn = { readonly url: string; readonly verifier: string; readonly state: string };

/** Requests a code. `changes` replace its parameters; an empty one is omitted. */
export const beginSignIn = (
  settings: SignInSettings,
  changes: Readonly<Record<string, string>> = {},
): PendingSignIn => {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const url = new URL(settings.provider.authorization_endpoint);
  const parameters = {
    client_id: settings.clientId,
    redirect_uri: settings.redirectUri,
    response_type: 'code',
    scope: settings.scope,
    state,
    nonce: 'nonce-of-the-test',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  };
  for (const [name, value] of Object.entries(parameters)) if (value !== '') url.searchParams.set(name, value);
  return { url: url.href, verifier, state };
};

/** Picks a user on the sign-in page and returns the code for the dashboard. */
export const pickUser = async (
  settings: SignInSettings,
  pending: PendingSignIn,
  email: string,
  browser: Browser = openBrowser(),
): Promise<string> => {
  const page = await browser.follow(await browser.visit(pending.url), settings.issuer);
  const back = await browser.follow(
    await browser.submit(page, { email }),
    settings.issuer,
    settings.redirectUri,
  );
  return codeOf(settings, pending, back);
};

/** The code in the address that a browser is sent back to. */
export const codeOf = (settings: SignInSettings, pending: PendingSignIn, back: Visited): string => {
  const address = new URL(back.location || 'none:');
  const code = address.searchParams.get('code');
  const isOurs =
    address.href.startsWith(settings.redirectUri) && address.searchParams.get('state') === pending.state;
  if (code === null || !isOurs) throw new Error(`No code: ${back.status} ${back.location} ${back.text}`);
  return code;
};

/** Trades a code for tokens, as a page of the dashboard does. */
export const redeemCode = async (
  settings: SignInSettings,
  values: Readonly<{ code: string; verifier: string; redirectUri?: string }>,
): Promise<{ status: number; headers: Headers; json: Json }> => {
  const response = await fetch(settings.provider.token_endpoint, {
    method: 'POST',
    headers: { origin: new URL(settings.redirectUri).origin },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: settings.clientId,
      code: values.code,
      code_verifier: values.verifier,
      redirect_uri: values.redirectUri ?? settings.redirectUri,
    }),
  });
  return { status: response.status, headers: response.headers, json: await response.json() };
};

/** Signs a user in and returns the ID token. */
export const signIn = async (
  stack: Pick<StackDescription, 'baseUrl'>,
  email: string,
  browser: Browser = openBrowser(),
): Promise<string> => {
  const settings = await readSignInSettings(stack);
  const pending = beginSignIn(settings);
  const code = await pickUser(settings, pending, email, browser);
  const { json } = await redeemCode(settings, { code, verifier: pending.verifier });
  return json.id_token;
};
