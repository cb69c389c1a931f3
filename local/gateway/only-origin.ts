import { createForward } from './forward.ts';
import type { Serve } from './serve-api.ts';
import { pairsOf } from './viewer-request.ts';

/** The services that clients reach through the gateway. */
type Services = {
  /** The endpoint of S3. */
  readonly s3: string;
  readonly buckets: readonly string[];
  /** The endpoint of the identity provider, if there is one. */
  readonly identityProvider: string | undefined;
};

/** The paths of oidc-provider and of the sign-in page. None of them is a path of the API. */
const identityPath =
  /^\/(?:\.well-known\/openid-configuration|auth|interaction|jwks|me|session|token)(?:\/|$)/;

/** A file of a user must not run as a page of the dashboard's origin. */
const fileHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};

/**
 * Serves S3 and the identity provider at the gateway's origin, so that one published port is enough. The paths of S3 start
 * with the name of a bucket.
 */
export function createOnlyOrigin(front: Serve, { buckets, identityProvider, s3 }: Services): Serve {
  const toS3 = createForward(portOf(s3), noHeaders);
  const toIdentityProvider =
    identityProvider === undefined ? front : createForward(portOf(identityProvider), noHeaders);
  return async (request, response, call) => {
    if (buckets.includes(call.path.split('/')[1] ?? '')) {
      for (const [name, value] of Object.entries(fileHeaders)) response.setHeader(name, value);
      return toS3(request, response, { ...call, rawHeaders: withoutToken(call.rawHeaders) });
    }
    return (identityPath.test(call.path) ? toIdentityProvider : front)(request, response, call);
  };
}

/** Clients that follow a redirect within one origin send their token along, and S3 refuses a second authorization. */
function withoutToken(rawHeaders: readonly string[]): string[] {
  return pairsOf(rawHeaders)
    .filter(([name]) => name.toLowerCase() !== 'authorization')
    .flat();
}

/** S3 refuses headers that were not signed. */
const noHeaders = () => ({});

function portOf(endpoint: string): () => Promise<number> {
  const port = Number(new URL(endpoint).port);
  return async () => port;
}
