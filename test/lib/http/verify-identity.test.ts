import { exportPKCS8, exportSPKI, generateKeyPair, importPKCS8, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { VerifyIdentity } from '../../../lib/accounts/identity.ts';
import { ApiError } from '../../../lib/errors.ts';
import { identityVerifier } from '../../../lib/http/verify-identity.ts';
import { newToken } from '../../../lib/ids.ts';
import { clientId, startTestIssuer, type TestIssuer } from '../../support/issuer.ts';

let provider: TestIssuer;
let verify: VerifyIdentity;

beforeAll(async () => {
  provider = await startTestIssuer();
  verify = identityVerifier({ issuer: provider.issuer, clientId });
});

afterEach(() => {
  provider.setStatus(200);
  provider.describe({});
  provider.takeRequests();
});

afterAll(() => provider.close());

const now = (): number => Math.floor(Date.now() / 1000);

/** The code and the message that a token is refused with. */
const refusal = async (token: string, by: VerifyIdentity = verify): Promise<[string, string] | undefined> =>
  by(token).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof ApiError) return [error.code, error.message];
      throw error;
    },
  );

const invalid = ['invalid_identity', expect.stringContaining('Sign in again')];

describe('an ID token', () => {
  it('tells who is signed in', async () => {
    expect(await verify(await provider.sign({ email: ' Some.Body@Example.Test' }))).toEqual({
      issuer: provider.issuer,
      subject: 'somebody',
      email: 'some.body@example.test',
      emailVerified: true,
      issuedAt: expect.any(Number),
    });
  });

  it.each([
    ['says nothing of the address', undefined],
    ['says so in words', 'true'],
  ])('is taken where it %s, and the address counts as not verified', async (_title, verified) => {
    const user = await verify(await provider.sign({ email_verified: verified }));

    expect(user.emailVerified).toBe(false);
  });

  it('needs no claim that only Cognito makes', async () => {
    expect(await refusal(await provider.sign({ token_use: undefined }))).toBeUndefined();
  });

  it('is taken in the seconds by which clocks differ, and no longer', async () => {
    const early = await refusal(await provider.sign({ exp: now() - 3 }));
    const late = await refusal(await provider.sign({ exp: now() - 6 }));

    expect([early, late]).toEqual([undefined, invalid]);
  });

  it('is taken by a client among others where it was made for that one', async () => {
    const aud = [clientId, 'another'];

    expect(await refusal(await provider.sign({ aud, azp: clientId }))).toBeUndefined();
    expect(await refusal(await provider.sign({ aud, azp: 'another' }))).toEqual(invalid);
    expect(await refusal(await provider.sign({ aud }))).toEqual(invalid);
  });
});

describe('a token is refused', () => {
  it.each([
    ['of another issuer', { iss: 'https://issuer.example' }],
    ['of an issuer that begins as ours', { iss: 'SLASH' }],
    ['for another client', { aud: 'another' }],
    ['for nobody', { aud: undefined }],
    ['that another client asked for', { azp: 'another' }],
    ['for this client alone, that another asked for', { aud: [clientId], azp: 'another' }],
    ['whose authorized party is no text', { azp: [clientId] }],
    ['whose authorized party is empty', { azp: '' }],
    ['that is no ID token but an access token', { token_use: 'access' }],
    ['that has expired', { exp: now() - 60 }],
    ['that never expires', { exp: undefined }],
    ['that is not valid yet', { nbf: now() + 60 }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['without an address', { email: undefined }],
    ['with an address that is none', { email: 'somebody' }],
    ['with an address that is a list', { email: ['a@example.test'] }],
  ])('%s', async (_title, claims) => {
    const iss = 'iss' in claims && claims.iss === 'SLASH' ? { iss: `${provider.issuer}/` } : {};

    expect(await refusal(await provider.sign({ ...claims, ...iss }))).toEqual(invalid);
  });

  it.each([false, 'false'])('whose address is not confirmed (%j), and says why', async (verified) => {
    expect(await refusal(await provider.sign({ email_verified: verified }))).toEqual([
      'invalid_identity',
      'The e-mail address is not confirmed. Confirm it and sign in again.',
    ]);
  });

  it('that is typed as an access token', async () => {
    expect(await refusal(await provider.sign({}, { typ: 'at+jwt' }))).toEqual(invalid);
    expect(await refusal(await provider.sign({}, { typ: 'JWT' }))).toBeUndefined();
  });

  it('that is not signed', async () => {
    const token = new UnsecuredJWT({ email: 'somebody@example.test', email_verified: true })
      .setIssuer(provider.issuer)
      .setAudience(clientId)
      .setSubject('somebody')
      .setIssuedAt()
      .setExpirationTime('1h')
      .encode();

    expect(await refusal(token)).toEqual(invalid);
  });

  it('whose signature was taken away', async () => {
    const [header, payload] = (await provider.sign()).split('.');

    expect(await refusal(`${header}.${payload}.`)).toEqual(invalid);
  });

  it('that is signed with the public key as a secret', async () => {
    const secret = Buffer.from(await exportSPKI(provider.publicKey));

    expect(await refusal(await provider.sign({}, { alg: 'HS256' }, secret))).toEqual(invalid);
  });

  it('that is signed with a key of somebody else', async () => {
    const { privateKey } = await generateKeyPair('RS256');

    expect(await refusal(await provider.sign({}, {}, privateKey))).toEqual(invalid);
    expect(await refusal(await provider.sign({}, { kid: 'two' }, privateKey))).toEqual(invalid);
  });

  it('that is signed in a way we do not take, though with the right key', async () => {
    const pem = await exportPKCS8(provider.privateKey);
    const sign = async (alg: string) => provider.sign({}, { alg }, await importPKCS8(pem, alg));

    expect(await refusal(await sign('RS512'))).toEqual(invalid);
    expect(await refusal(await sign('PS256'))).toBeUndefined();
  });

  it('that brings its own key', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const { exportJWK } = await import('jose');
    const jwk = await exportJWK(publicKey);

    expect(await refusal(await provider.sign({}, { jwk, kid: 'three' }, privateKey))).toEqual(invalid);
  });

  it('whose claims were changed', async () => {
    const [header, , signature] = (await provider.sign()).split('.');
    const [, payload] = (await provider.sign({ sub: 'another' })).split('.');

    expect(await refusal(`${header}.${payload}.${signature}`)).toEqual(invalid);
  });

  it.each([
    '',
    'nonsense',
    'a.b.c',
    '..',
    newToken(),
    `df_live_${'0'.repeat(32)}`,
    `a.b.${'c'.repeat(9000)}`,
  ])('that is none: %.20s', async (token) => {
    expect(await refusal(token)).toEqual(invalid);
  });
});

describe('the provider', () => {
  const fresh = (): VerifyIdentity => identityVerifier({ issuer: provider.issuer, clientId });
  const away = ['temporarily_unavailable', expect.stringContaining('is not responding')];

  it('is asked once for its description and its keys, however many tokens come', async () => {
    const by = fresh();
    const token = await provider.sign();

    await Promise.all(Array.from({ length: 10 }, () => by(token)));
    await by(token);

    expect(provider.takeRequests()).toEqual(['/.well-known/openid-configuration', '/keys']);
  });

  it('is not asked for what has not the form of a token', async () => {
    await refusal(newToken(), fresh());

    expect(provider.takeRequests()).toEqual([]);
  });

  it('is not asked again and again by tokens that name keys it does not have', async () => {
    const by = fresh();
    const { privateKey } = await generateKeyPair('RS256');
    for (const kid of ['two', 'three', 'four'])
      await refusal(await provider.sign({}, { kid }, privateKey), by);

    expect(provider.takeRequests()).toEqual(['/.well-known/openid-configuration', '/keys']);
  });

  it('that fails lets nobody in and is asked again', async () => {
    const by = fresh();
    const token = await provider.sign();
    provider.setStatus(500);

    const failed = await refusal(token, by);
    provider.setStatus(200);
    const mended = await refusal(token, by);

    expect([failed, mended]).toEqual([away, undefined]);
  });

  it('whose keys cannot be had lets nobody in', async () => {
    provider.describe({ jwks_uri: 'http://127.0.0.1:1/keys' });

    expect(await refusal(await provider.sign(), fresh())).toEqual(away);
  });

  it('that cannot be reached lets nobody in', async () => {
    const by = identityVerifier({ issuer: 'http://127.0.0.1:1', clientId });

    expect(await refusal(await provider.sign(), by)).toEqual(away);
  });

  it.each([
    ['of another issuer', { issuer: 'https://issuer.example' }],
    ['without keys', { jwks_uri: undefined }],
  ])('whose description is %s lets nobody in', async (_title, values) => {
    provider.describe(values);

    expect(await refusal(await provider.sign(), fresh())).toEqual(away);
  });
});
