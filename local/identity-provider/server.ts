import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Emulator, listenOnLoopback } from '../emulators/loopback.ts';
import { answerPostedSignOut, isPostedSignOut } from './post-sign-out.ts';
import { createProvider, originsOf, type PublicClient } from './provider.ts';
import { createSignIn } from './sign-in.ts';
import { openIdentityStore } from './store.ts';
import { startUserPool } from './user-pool.ts';

/** A listening OpenID provider. */
export type IdentityProvider = {
  /** `http://127.0.0.1:<port>`. The port of a data folder stays the same, unless another process uses it. */
  readonly endpoint: string;
  /** The endpoint, or the origin at which the gateway serves it. */
  readonly issuer: string;
  /** The operations of a Cognito user pool with its users, without authorization. */
  readonly userPool: Emulator;
  /** Starts to respond for these clients. Earlier requests wait until then. */
  serve(clients: readonly PublicClient[]): Promise<void>;
  /** Closes every connection. Sessions and keys stay on disk. */
  close(): Promise<void>;
};

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const portSetting = 'port';

/**
 * Listens on 127.0.0.1 as an OpenID provider without passwords. Its data is in `directory`.
 *
 * @param origin the origin at which browsers and functions reach it. Default: its own endpoint
 */
export async function listenIdentityProvider(directory: string, origin?: string): Promise<IdentityProvider> {
  // Preload it while everything else starts. The import in createProvider reports errors.
  import('oidc-provider').catch(() => undefined);
  const store = await openIdentityStore(directory);
  const started = Promise.withResolvers<Handler>();
  // Browsers reuse idle connections, and do not retry a POST on a closed one.
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    started.promise.then((handle) => handle(request, response)).catch(() => response.destroy());
  });
  const lastPort = Number(store.setting(portSetting) ?? 0);
  const endpoint = await listenOnLoopback(server, lastPort).catch((error: unknown) => {
    if (lastPort === 0 || !(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'))
      throw error;
    return listenOnLoopback(server, 0);
  });
  store.keepSetting(portSetting, new URL(endpoint).port);
  const issuer = origin ?? endpoint;
  const { host, protocol } = new URL(issuer);
  const userPool = await startUserPool(store);
  return {
    endpoint,
    issuer,
    userPool,
    serve: async (clients) => {
      const provider = await createProvider(issuer, clients, store);
      const signIn = createSignIn(provider, store, originsOf(clients));
      // A proxy in front of the gateway ends TLS.
      provider.proxy = true;
      const answer = provider.callback();
      started.resolve(async (request, response) => {
        for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
        // Another host name points to DNS rebinding by a page of another site.
        if (request.headers.host !== host) {
          response.writeHead(421).end();
          return;
        }
        request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
        if (isPostedSignOut(request)) return answerPostedSignOut(request, response);
        await (request.url?.startsWith('/interaction/') ? signIn : answer)(request, response);
      });
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      store.close();
    },
  };
}

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  // Pages replace it. Responses of oidc-provider add the hash of its script.
  'content-security-policy': "default-src 'none'; script-src 'none'; frame-ancestors 'none'",
};
