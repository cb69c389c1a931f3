import { createServer } from 'node:http';
import {
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { listenOnLoopback } from '../../local/emulators/loopback.ts';

/** The dashboard's client id at every issuer of the tests. */
export const clientId = 'the-dashboard';

/** An OpenID provider that signs any claims. */
export type TestIssuer = {
  readonly issuer: string;
  /** The key that it signs with, and its published form. */
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  /** The requests since this was last called. */
  takeRequests(): string[];
  /** The status of its responses; 200 is normal operation. */
  setStatus(status: number): void;
  /** Overrides of its configuration. */
  describe(values: Readonly<Record<string, unknown>>): void;
  /** An ID token; claims and header replace those of a token that is right. */
  sign(
    claims?: Readonly<Record<string, unknown>>,
    header?: Partial<JWTHeaderParameters>,
    key?: CryptoKey | Uint8Array,
  ): Promise<string>;
  close(): Promise<void>;
};

/** Seconds since the epoch. */
const seconds = (): number => Math.floor(Date.now() / 1000);

/** Starts an issuer with one RSA key. */
export const startTestIssuer = async (): Promise<TestIssuer> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', use: 'sig' };
  const requests: string[] = [];
  let status = 200;
  let described: Readonly<Record<string, unknown>> = {};
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    const body =
      request.url === '/keys' ? { keys: [jwk] } : { issuer, jwks_uri: `${issuer}/keys`, ...described };
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  const issuer = await listenOnLoopback(server, 0);
  return {
    issuer,
    privateKey,
    publicKey,
    takeRequests: () => requests.splice(0),
    setStatus: (next) => {
      status = next;
    },
    describe: (values) => {
      described = values;
    },
    sign: (claims = {}, header = {}, key = privateKey) =>
      new SignJWT({
        iss: issuer,
        aud: clientId,
        sub: 'somebody',
        email: 'somebody@example.test',
        email_verified: true,
        token_use: 'id',
        iat: seconds(),
        exp: seconds() + 3600,
        ...(claims as JWTPayload),
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'one', ...header })
        .sign(key),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
};
