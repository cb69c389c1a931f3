import { exportPKCS8, exportSPKI, generateKeyPair, importPKCS8, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { VerifyIdentity } from '../../../lib/accounts/identity.ts';
import { ApiError } from '../../../lib/api-errors.ts';
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
  it('identifies the signed-in user', async () => {
    expect(await verify(await provider.sign({ email: ' Some.Body@Example.Test' }))).toEqual({
      issuer: provider.issuer,
      subject: 'somebody',
      email: 'some.body@example.test',
      emailVerified: true,
      issuedAt: expect.any(Number),
    });
  });

  it.each([
    ['omits email_verified', undefined],
    ['has email_verified as a string', 'true'],
  ])('is accepted if it %s, and the address counts as not verified', async (_title, verified) => {
    const user = await verify(await provider.sign({ email_verified: verified }));

    expect(user.emailVerified).toBe(false);
  });

  it('needs no claim specific to Cognito', async () => {
    expect(await refusal(await provider.sign({ token_use: undefined }))).toBeUndefined();
  });

  it('is accepted within the clock tolerance, and no longer', async () => {
    const early = await refusal(await provider.sign({ exp: now() - 3 }));
    const late = await refusal(await provider.sign({ exp: now() - 6 }));

    expect([early, late]).toEqual([undefined, invalid]);
  });

  it('is accepted if the clock of the provider is some seconds ahead', async () => {
    expect(await refusal(await provider.sign({ iat: now() + 4 }))).toBeUndefined();
  });

  it('is accepted for several audiences if this client is the authorized party', async () => {
    const aud = [clientId, 'another'];

    expect(await refusal(await provider.sign({ aud, azp: clientId }))).toBeUndefined();
    expect(await refusal(await provider.sign({ aud, azp: 'another' }))).toEqual(invalid);
    expect(await refusal(await provider.sign({ aud }))).toEqual(invalid);
  });
});

describe('a token is refused', () => {
  it.each([
    ['of another issuer', { iss: 'https://issuer.example' }],
    ['of an issuer that has ours as a prefix', { iss: 'SLASH' }],
    ['for another client', { aud: 'another' }],
    ['without an audience', { aud: undefined }],
    ['requested by another client', { azp: 'another' }],
    ['for this client alone, requested by another', { aud: [clientId], azp: 'another' }],
    ['whose authorized party is not a string', { azp: [clientId] }],
    ['whose authorized party is empty', { azp: '' }],
    ['that is an access token', { token_use: 'access' }],
    ['that has expired', { exp: now() - 60 }],
    ['that never expires', { exp: undefined }],
    ['that is not valid yet', { nbf: now() + 60 }],
    ['that was issued in the future', { iat: now() + 60 }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['without an e-mail address', { email: undefined }],
    ['with an invalid e-mail address', { email: 'somebody' }],
    ['with white space of Unicode around its address', { email: '\u00a0a@example.test' }],
    ['with a list of e-mail addresses', { email: ['a@example.test'] }],
  ])('%s', async (_title, claims) => {
    const iss = 'iss' in claims && claims.iss === 'SLASH' ? { iss: `${provider.issuer}/` } : {};

    expect(await refusal(await provider.sign({ ...claims, ...iss }))).toEqual(invalid);
  });

  it.each([false, 'false'])('whose address is not confirmed (%j), with the reason', async (verified) => {
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

  it('whose signature was removed', async () => {
    const [header, payload] = (await provider.sign()).split('.');

    expect(await refusal(`${header}.${payload}.`)).toEqual(invalid);
  });

  it('that uses the public key as an HMAC secret', async () => {
    const secret = Buffer.from(await exportSPKI(provider.publicKey));

    expect(await refusal(await provider.sign({}, { alg: 'HS256' }, secret))).toEqual(invalid);
  });

  it('that is signed with another key', async () => {
    const { privateKey } = await generateKeyPair('RS256');

    expect(await refusal(await provider.sign({}, {}, privateKey))).toEqual(invalid);
    expect(await refusal(await provider.sign({}, { kid: 'two' }, privateKey))).toEqual(invalid);
  });

  it('that uses another algorithm with the right key', async () => {
    const pem = await exportPKCS8(provider.privateKey);
    const sign = async (alg: string) => provider.sign({}, { alg }, await importPKCS8(pem, alg));

    expect(await refusal(await sign('RS512'))).toEqual(invalid);
    expect(await refusal(await sign('PS256'))).toBeUndefined();
  });

  it('that contains its own key', async () => {
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
  ])('that is malformed: %.20s', async (token) => {
    expect(await refusal(token)).toEqual(invalid);
  });
});

describe('the provider', () => {
  const fresh = (): VerifyIdentity => identityVerifier({ issuer: provider.issuer, clientId });
  const away = ['temporarily_unavailable', expect.stringContaining('is not responding')];

  it('is asked once for its configuration and its keys, for any number of tokens', async () => {
    const by = fresh();
    const token = await provider.sign();

    await Promise.all(Array.from({ length: 10 }, () => by(token)));
    await by(token);

    expect(provider.takeRequests()).toEqual(['/.well-known/openid-configuration', '/keys']);
  });

  it('is not asked for a malformed token', async () => {
    await refusal(newToken(), fresh());

    expect(provider.takeRequests()).toEqual([]);
  });

  it('is not asked repeatedly by tokens with unknown key ids', async () => {
    const by = fresh();
    const { privateKey } = await generateKeyPair('RS256');
    for (const kid of ['two', 'three', 'four'])
      await refusal(await provider.sign({}, { kid }, privateKey), by);

    expect(provider.takeRequests()).toEqual(['/.well-known/openid-configuration', '/keys']);
  });

  it('is asked again after a failure, which rejects all tokens', async () => {
    const by = fresh();
    const token = await provider.sign();
    provider.setStatus(500);

    const failed = await refusal(token, by);
    provider.setStatus(200);
    const mended = await refusal(token, by);

    expect([failed, mended]).toEqual([away, undefined]);
  });

  it('rejects all tokens if its keys are unavailable', async () => {
    provider.describe({ jwks_uri: 'http://127.0.0.1:1/keys' });

    expect(await refusal(await provider.sign(), fresh())).toEqual(away);
  });

  it('rejects all tokens if it is unreachable', async () => {
    const by = identityVerifier({ issuer: 'http://127.0.0.1:1', clientId });

    expect(await refusal(await provider.sign(), by)).toEqual(away);
  });

  it.each([
    ['of another issuer', { issuer: 'https://issuer.example' }],
    ['without keys', { jwks_uri: undefined }],
  ])('rejects all tokens if its configuration is %s', async (_title, values) => {
    provider.describe(values);

    expect(await refusal(await provider.sign(), fresh())).toEqual(away);
  });
});
