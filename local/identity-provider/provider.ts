import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Page } from './page.ts';
import { refusalPage, signedOutPage, signOutPage } from './pages.ts';
import type { IdentityStore } from './store.ts';
import { claimsOf } from './users.ts';

/** A public client: it has no secret and must use PKCE. */
export type PublicClient = {
  readonly clientId: string;
  readonly redirectUris: readonly string[];
  readonly logoutUris: readonly string[];
};

const hour = 3600;
const scope = 'openid email profile';

/** Returns the origins of the clients, which the provider's pages may redirect to. */
export const originsOf = (clients: readonly PublicClient[]): readonly string[] => [
  ...new Set(
    clients.flatMap(({ redirectUris, logoutUris }) =>
      [...redirectUris, ...logoutUris].map((uri) => new URL(uri).origin),
    ),
  ),
];

/**
 * Creates an OpenID provider for the authorization code flow with PKCE. Its state is in `store`.
 *
 * It does not ask for consent: its only clients are those of the stack.
 * @see https://github.com/panva/node-oidc-provider/blob/main/docs/README.md
 */
export async function createProvider(
  issuer: string,
  clients: readonly PublicClient[],
  store: IdentityStore,
): Promise<Provider> {
  const { default: OidcProvider, interactionPolicy } = await import('oidc-provider');
  const origins = originsOf(clients);
  const policy = interactionPolicy.base();
  policy.remove('consent');
  // Cookies ignore the port, so two stacks on one machine would share them.
  const suffix = new URL(issuer).port;
  const show = (ctx: KoaContextWithOIDC, page: Page): void => {
    ctx.type = 'html';
    ctx.set('content-security-policy', page.contentSecurityPolicy);
    ctx.body = page.html;
  };
  const provider = new OidcProvider(issuer, {
    adapter: store.adapter,
    clients: clients.map(({ clientId, redirectUris, logoutUris }) => ({
      client_id: clientId,
      client_name: 'DocForge',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      redirect_uris: [...redirectUris],
      post_logout_redirect_uris: [...logoutUris],
    })),
    jwks: { keys: [await signingKey(store)] },
    cookies: {
      keys: [settingOr(store, 'cookieKey', () => randomBytes(32).toString('base64url'))],
      names: {
        session: `docforge_session_${suffix}`,
        interaction: `docforge_interaction_${suffix}`,
        resume: `docforge_resume_${suffix}`,
      },
    },
    responseTypes: ['code'],
    pkce: { required: () => true },
    scopes: scope.split(' '),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Like Cognito, put the claims into the ID token.
    conformIdTokenClaims: false,
    clientBasedCORS: (_ctx, origin) => origins.includes(origin),
    findAccount: (_ctx, sub) => {
      const claims = claimsOf(store, sub);
      return claims && { accountId: sub, claims: () => claims };
    },
    loadExistingGrant: async (ctx) => {
      const { client, provider, session } = ctx.oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const existing = session.grantIdFor(client.clientId);
      const found = existing === undefined ? undefined : await provider.Grant.find(existing);
      if (found !== undefined) return found;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope(scope);
      await grant.save();
      return grant;
    },
    interactions: { policy, url: (_ctx, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: hour,
      AuthorizationCode: 60,
      Grant: 14 * 24 * hour,
      IdToken: hour,
      Interaction: hour,
      Session: 14 * 24 * hour,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => show(ctx, signOutPage(form, origins)),
        postLogoutSuccessSource: (ctx) => show(ctx, signedOutPage()),
      },
    },
    renderError: (ctx, { error, error_description: description }) =>
      show(ctx, refusalPage(error, description ?? 'The request was rejected.')),
  });
  return provider;
}

/** Returns the key that signs tokens, RS256 as in Cognito. */
async function signingKey(store: IdentityStore): Promise<JWK> {
  const known = store.setting('signingKey');
  if (known !== undefined) return JSON.parse(known);
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' };
  store.keepSetting('signingKey', JSON.stringify(key));
  return key as JWK;
}

function settingOr(store: IdentityStore, name: string, create: () => string): string {
  const known = store.setting(name);
  if (known !== undefined) return known;
  const value = create();
  store.keepSetting(name, value);
  return value;
}
