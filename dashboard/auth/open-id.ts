import * as oauth from 'oauth4webapi';
import type { DashboardConfig } from '../api/types.ts';
import type { PendingSignIn } from './pending-sign-in.ts';
import { redirectAddress } from './sign-in-address.ts';

/** The identity provider and this client's id. */
export type Provider = {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly config: DashboardConfig;
  readonly options: { readonly [oauth.allowInsecureRequests]: boolean };
};

const isLoopback = (url: URL): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);

/** Discovers the provider (OpenID Connect Discovery). Allows plain http only on the loopback interface. */
export const discover = async (config: DashboardConfig): Promise<Provider> => {
  const issuer = new URL(config.issuer);
  const options = { [oauth.allowInsecureRequests]: isLoopback(issuer) };
  const response = await oauth.discoveryRequest(issuer, options);
  const server = await oauth.processDiscoveryResponse(issuer, response);
  return { server, client: { client_id: config.client_id }, config, options };
};

/** Creates the secrets of a new sign-in: a PKCE verifier, a state and a nonce. */
export const newPendingSignIn = (section: string): PendingSignIn => ({
  verifier: oauth.generateRandomCodeVerifier(),
  state: oauth.generateRandomState(),
  nonce: oauth.generateRandomNonce(),
  section,
});

/** Returns the authorization URL for the code flow with PKCE, S256 (RFC 7636). */
export const signInAddress = async (
  { server, config }: Provider,
  pending: PendingSignIn,
  page: string,
): Promise<string> => {
  if (server.authorization_endpoint === undefined)
    throw new Error('The provider has no authorization endpoint');
  const url = new URL(server.authorization_endpoint);
  const parameters = {
    client_id: config.client_id,
    redirect_uri: redirectAddress(page),
    response_type: 'code',
    scope: config.scope,
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
};

/** Exchanges the code in `received` for the ID token, with all checks of OpenID Connect. */
export const redeemCode = async (
  { server, client, options }: Provider,
  pending: PendingSignIn,
  received: string,
): Promise<string> => {
  const parameters = oauth.validateAuthResponse(server, client, new URL(received), pending.state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    redirectAddress(received),
    pending.verifier,
    options,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: pending.nonce,
    requireIdToken: true,
  });
  if (tokens.id_token === undefined) throw new Error('The provider returned no ID token');
  return tokens.id_token;
};
