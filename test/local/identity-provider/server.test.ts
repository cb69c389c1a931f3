import { createServer } from 'node:http';
import { join } from 'node:path';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type IdentityProvider, listenIdentityProvider } from '../../../local/identity-provider/server.ts';
import { type Browser, openBrowser } from '../../e2e/support/browser.ts';
import { beginSignIn, codeOf, pickUser, redeemCode, type SignInSettings } from '../../e2e/support/sign-in.ts';
import { temporaryFolder } from '../fixture-stack.ts';

const redirectUri = 'http://127.0.0.1:3000/dashboard/';
const client = { clientId: 'dashboard', redirectUris: [redirectUri], logoutUris: [redirectUri] };
const email = 'ada@docforge.example';

let directory: string;
let remove: () => Promise<void>;
const running = new Set<IdentityProvider>();
beforeEach(async () => {
  ({ directory, remove } = await temporaryFolder());
});
afterEach(async () => {
  await Promise.all([...running].map(stop));
  await remove();
});

const start = async (name = 'data'): Promise<IdentityProvider> => {
  const provider = await listenIdentityProvider(join(directory, name));
  running.add(provider);
  await provider.serve([client]);
  return provider;
};
const stop = async (provider: IdentityProvider): Promise<void> => {
  running.delete(provider);
  await provider.close();
};

const settingsOf = async ({ issuer }: IdentityProvider): Promise<SignInSettings> => {
  const provider = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  return { issuer, clientId: client.clientId, scope: 'openid email profile', redirectUri, provider };
};

const signIn = async (settings: SignInSettings, browser: Browser): Promise<string> => {
  const pending = beginSignIn(settings);
  const code = await pickUser(settings, pending, email, browser);
  return (await redeemCode(settings, { code, verifier: pending.verifier })).json.id_token;
};

describe('the identity provider of a data folder', () => {
  it('keeps its URL, keys and sessions after a restart', async () => {
    const first = await start();
    const browser = openBrowser();
    const idToken = await signIn(await settingsOf(first), browser);
    await stop(first);

    const second = await start();

    expect(second.issuer).toBe(first.issuer);
    const settings = await settingsOf(second);
    const keys = createRemoteJWKSet(new URL(settings.provider.jwks_uri));
    expect((await jwtVerify(idToken, keys, { issuer: first.issuer })).payload.email).toBe(email);
    const pending = beginSignIn(settings);
    const back = await browser.follow(await browser.visit(pending.url), settings.issuer);
    expect(codeOf(settings, pending, back)).toMatch(/./);
  });

  it('accepts a code from before a restart once', async () => {
    const first = await start();
    const settings = await settingsOf(first);
    const pending = beginSignIn(settings);
    const code = await pickUser(settings, pending, email);
    await stop(first);
    await start();

    const answers = [
      await redeemCode(settings, { code, verifier: pending.verifier }),
      await redeemCode(settings, { code, verifier: pending.verifier }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  });

  it('moves to another port if its port is in use', async () => {
    const first = await start();
    await stop(first);
    const squatter = createServer().listen(Number(new URL(first.issuer).port), '127.0.0.1');

    const second = await start();
    squatter.close();

    expect(second.issuer).not.toBe(first.issuer);
    expect((await settingsOf(second)).provider.issuer).toBe(second.issuer);
  });

  it('shares no keys with another folder', async () => {
    const [one, other] = [await start('one'), await start('other')];
    const idToken = await signIn(await settingsOf(one), openBrowser());

    const keys = createRemoteJWKSet(new URL((await settingsOf(other)).provider.jwks_uri));
    await expect(jwtVerify(idToken, keys)).rejects.toThrow('no applicable key');
  });

  it('delays early requests', async () => {
    const provider = await listenIdentityProvider(join(directory, 'data'));
    running.add(provider);
    const early = fetch(`${provider.issuer}/.well-known/openid-configuration`);

    await provider.serve([client]);

    expect((await early).status).toBe(200);
  });
});
