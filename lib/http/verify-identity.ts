import { createRemoteJWKSet, errors, type JWTVerifyGetKey, type JWTVerifyResult, jwtVerify } from 'jose';
import * as z from 'zod';
import { emailAddress } from '../accounts/account.ts';
import { invalidIdentity, type User, type VerifyIdentity } from '../accounts/identity.ts';
import { ApiError } from '../api-errors.ts';
import { readEnvironment } from '../env.ts';

/** Asymmetric signatures only: they cannot be forged with the keys that the provider publishes. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'];

/** Tolerated clock skew of the provider, in seconds. */
const clockToleranceSeconds = 5;

/** Timeout of a request to the provider, in ms. A function has 29 s for the whole call. */
const providerTimeoutMs = 3000;

/** Longer than any ID token that fits into a header. */
const maxTokenLength = 8192;

const discoveryDocument = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

/** A provider may use the claim for something else, which assigns no group. */
const groupNames = z.array(z.string()).catch([]);

const idToken = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  iat: z.number(),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.string().optional(),
  email: z.string().transform((text) => emailAddress(text)),
  email_verified: z.unknown().optional(),
  'cognito:groups': groupNames,
  groups: groupNames,
  token_use: z.literal('id').optional(),
});

const tokenFaults = [
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSMultipleMatchingKeys,
  errors.JWKSNoMatchingKey,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
];

const providerAway = (cause: unknown): ApiError =>
  new ApiError(
    'temporarily_unavailable',
    'The identity provider is not responding. Try again in 5 seconds.',
    {
      headers: { 'Retry-After': '5' },
      cause,
    },
  );

/** The provider's keys, from the URL in its discovery document (OpenID Connect Discovery 1.0, 4). */
const discoverKeys = async (issuer: string): Promise<JWTVerifyGetKey> => {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    redirect: 'error',
    signal: AbortSignal.timeout(providerTimeoutMs),
  });
  if (!response.ok)
    throw new Error(`The discovery document of the issuer returned status ${response.status}`);
  const described = discoveryDocument.parse(await response.json());
  if (described.issuer !== issuer) throw new Error('The discovery document is of another issuer');
  const address = new URL(described.jwks_uri);
  if (issuer.startsWith('https:') && address.protocol !== 'https:')
    throw new Error('The URL of the issuer keys is not https');
  return createRemoteJWKSet(address, { timeoutDuration: providerTimeoutMs });
};

/** Access tokens and logout tokens are signed with the same keys and differ in their type (RFC 9068, 2.1). */
const isPlainType = (type: unknown): boolean =>
  type === undefined || (typeof type === 'string' && type.toUpperCase() === 'JWT');

const userOf = ({ payload, protectedHeader }: JWTVerifyResult, clientId: string, now: number): User => {
  const claims = idToken.safeParse(payload);
  if (!claims.success || !isPlainType(protectedHeader.typ)) throw invalidIdentity(undefined, claims.error);
  const { iss, sub, iat, aud, azp, email, email_verified: verified } = claims.data;
  // A token from the future would outlive a later sign-out.
  if (iat > now / 1000 + clockToleranceSeconds) throw invalidIdentity();
  // The authorized party must be this client, and a token for several audiences must name one (OpenID Connect Core 1.0,
  // 3.1.3.7, rules 4 and 5).
  const needsParty = Array.isArray(aud) && aud.length > 1;
  if ((needsParty || azp !== undefined) && azp !== clientId) throw invalidIdentity();
  if (email === undefined) throw invalidIdentity();
  if (verified === false || verified === 'false')
    throw invalidIdentity('The e-mail address is not confirmed. Confirm it and sign in again.');
  const groups = [...claims.data['cognito:groups'], ...claims.data.groups];
  return {
    issuer: iss,
    subject: sub,
    email,
    emailVerified: verified === true,
    issuedAt: iat * 1000,
    ...(groups.length === 0 ? {} : { groups }),
  };
};

/**
 * Verifies ID tokens of one issuer for one client (OpenID Connect Core 1.0, 3.1.3.7).
 *
 * Fetches the issuer's discovery document with the first token and caches it. Its keys are cached too, and fetched again
 * if a token names an unknown key, at most every 30 s. `clock` returns ms since the epoch.
 */
export const identityVerifier = (
  { issuer, clientId }: { issuer: string; clientId: string },
  clock: () => number = Date.now,
): VerifyIdentity => {
  let discovered: Promise<JWTVerifyGetKey> | undefined;
  const keysOf = async (): Promise<JWTVerifyGetKey> => {
    discovered ??= discoverKeys(issuer);
    try {
      return await discovered;
    } catch (error) {
      // The next call tries again.
      discovered = undefined;
      throw error;
    }
  };
  return async (token) => {
    if (token.length > maxTokenLength || token.split('.').length !== 3) throw invalidIdentity();
    try {
      const verified = await jwtVerify(token, await keysOf(), {
        issuer,
        audience: clientId,
        algorithms,
        clockTolerance: clockToleranceSeconds,
        currentDate: new Date(clock()),
        requiredClaims: ['exp', 'iat', 'sub', 'email'],
      });
      return userOf(verified, clientId, clock());
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (tokenFaults.some((fault) => error instanceof fault)) throw invalidIdentity(undefined, error);
      throw providerAway(error);
    }
  };
};

/** Verifies ID tokens of the issuer and client in the environment. Create it once per container. */
export const openIdentityVerifier = (): VerifyIdentity =>
  identityVerifier({ issuer: readEnvironment('oidcIssuer'), clientId: readEnvironment('oidcClientId') });
