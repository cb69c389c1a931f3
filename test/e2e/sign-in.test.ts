import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import {
  beginSignIn,
  codeOf,
  pickUser,
  readSignInSettings,
  redeemCode,
  type SignInSettings,
  signIn,
} from './support/sign-in.ts';

const stack = inject('stack');
let settings: SignInSettings;

beforeAll(async () => {
  settings = await readSignInSettings(stack);
});

describe('signing in', () => {
  it('starts with the configuration that the dashboard reads before sign-in', async () => {
    const response = await fetch(`${stack.baseUrl}/account/config`);

    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      issuer: stack.outputs.OidcIssuer,
      client_id: settings.clientId,
      scope: 'openid email profile',
      sign_up: 'open',
      // That of API Gateway, also behind a proxy.
      api_url: stack.endpoints.gateway,
      billing: false,
      support: null,
    });
  });

  it('supports the authorization code flow with PKCE only', () => {
    expect(settings.provider).toMatchObject({
      issuer: settings.issuer,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code'],
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['RS256'],
    });
    expect(settings.provider.scopes_supported).toEqual(
      expect.arrayContaining(['openid', 'email', 'profile']),
    );
  });

  it('lists users to choose from, on a page without scripts', async () => {
    const browser = openBrowser();

    const page = await browser.follow(await browser.visit(beginSignIn(settings).url), settings.issuer);

    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect([...page.text.matchAll(/name="email" value="([^"]+)"/g)].map(([, email]) => email)).toEqual(
      expect.arrayContaining(['ada@docforge.example', 'grace@docforge.example', 'linus@docforge.example']),
    );
    const policy = page.headers.get('content-security-policy')?.split('; ');
    expect(policy).toEqual([
      "default-src 'none'",
      'img-src data:',
      expect.stringMatching(/^style-src 'sha256-[\w+/=]+'$/),
      "script-src 'none'",
      `form-action 'self' ${stack.baseUrl} ${stack.baseUrl.replace('127.0.0.1', 'localhost')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  it('returns an ID token of the user, signed with the published keys', async () => {
    const pending = beginSignIn(settings);
    const code = await pickUser(settings, pending, 'ada@docforge.example');

    const { status, headers, json } = await redeemCode(settings, { code, verifier: pending.verifier });

    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe(stack.baseUrl);
    const { payload, protectedHeader } = await jwtVerify(
      json.id_token,
      createRemoteJWKSet(new URL(settings.provider.jwks_uri)),
      { issuer: settings.issuer, audience: settings.clientId },
    );
    expect(protectedHeader.alg).toBe('RS256');
    expect(payload).toMatchObject({
      email: 'ada@docforge.example',
      email_verified: true,
      name: 'Ada',
      nonce: 'nonce-of-the-test',
      sub: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
  });

  it('recognizes returning users and distinguishes users', async () => {
    const [first, again, other] = await Promise.all(
      ['grace@docforge.example', 'Grace@DocForge.example ', 'linus@docforge.example'].map(async (email) =>
        decodeJwt(await signIn(stack, email)),
      ),
    );

    expect(again?.sub).toBe(first?.sub);
    expect(other?.sub).not.toBe(first?.sub);
  });

  it('accepts any other address and lists it the next time', async () => {
    const email = `somebody+<b>&"${Date.now()}@docforge.example`;

    const claims = decodeJwt(await signIn(stack, email));

    expect(claims.email).toBe(email);
    const browser = openBrowser();
    const page = await browser.follow(await browser.visit(beginSignIn(settings).url), settings.issuer);
    expect(page.text).not.toContain('<b>');
    expect(page.text).toContain(email.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`));
  });

  it('shows the form again if the input is not an e-mail address', async () => {
    const browser = openBrowser();
    const page = await browser.follow(await browser.visit(beginSignIn(settings).url), settings.issuer);

    const answer = await browser.submit(page, { email: 'ada' });

    expect(answer.status).toBe(400);
    expect(answer.text).toContain('role="alert">Enter an e-mail address like');
  });

  it('does not ask again during the session', async () => {
    const browser = openBrowser();
    await signIn(stack, 'ada@docforge.example', browser);
    const pending = beginSignIn(settings);

    const back = await browser.follow(await browser.visit(pending.url), settings.issuer);

    const { json } = await redeemCode(settings, {
      code: codeOf(settings, pending, back),
      verifier: pending.verifier,
    });
    expect(decodeJwt(json.id_token).email).toBe('ada@docforge.example');
  });
});

describe('signing in is refused', () => {
  it('in a browser that did not start it', async () => {
    const browser = openBrowser();
    const page = await browser.follow(await browser.visit(beginSignIn(settings).url), settings.issuer);

    const stranger = await openBrowser().submit(page, { email: 'ada@docforge.example' });

    expect(stranger.status).toBe(400);
    expect(stranger.text).toContain('This sign-in has expired');
  });
});

it('opens the account of the printed API key for the first user of the sign-in page', async () => {
  const idToken = await signIn(stack, 'ada@docforge.example');

  const response = await fetch(`${stack.baseUrl}/account/session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${idToken}` },
  });

  expect([response.status, await response.json()]).toMatchObject([
    200,
    { email: 'ada@docforge.example', plan: 'pro' },
  ]);
});

describe('signing out', () => {
  it("accepts the dashboard's form post, so that the token is not in the URL", async () => {
    const browser = openBrowser();
    const idToken = await signIn(stack, 'grace@docforge.example', browser);
    const fields = {
      id_token_hint: idToken,
      client_id: settings.clientId,
      post_logout_redirect_uri: settings.redirectUri,
    };

    const posted = await browser.post(settings.provider.end_session_endpoint, fields);

    expect(posted.location).not.toContain(idToken);
    const page = await browser.follow(posted, settings.issuer);
    const back = await browser.follow(await browser.submit(page), settings.issuer);
    expect(back.location).toBe(settings.redirectUri);
    const again = await browser.follow(await browser.visit(beginSignIn(settings).url), settings.issuer);
    expect(again.text).toContain('<h1>Sign in to DocForge</h1>');
  });
});
