import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../emulators/loopback.ts';
import { answerPostedSignOut, isPostedSignOut } from './post-sign-out.ts';
import { createProvider, originsOf, type PublicClient } from './provider.ts';
import { createSignIn } from './sign-in.ts';
import { openIdentityStore } from './store.ts';

/** An OpenID provider that listens. */
export type IdentityProvider = {
  /** `http://127.0.0.1:<port>`: the same at each start of a data folder, unless somebody else took the port. */
  readonly issuer: string;
  /** Begins to answer for these clients; what arrived before waits until then. */
  serve(clients: readonly PublicClient[]): Promise<void>;
  /** Ends every connection; sessions and keys stay on disk. */
  close(): Promise<void>;
};

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const portSetting = 'port';

/** Listens on 127.0.0.1 as an OpenID provider whose users sign in by picking who they are. Its data is in `directory`. */
export async function listenIdentityProvider(directory: string): Promise<IdentityProvider> {
  // It takes a while to load, so it does while everything else starts; whoever needs it hears of what goes wrong.
  import('oidc-provider').catch(() => undefined);
  const store = await openIdentityStore(directory);
  const started = Promise.withResolvers<Handler>();
  // A browser reuses a connection after a while, and does not repeat a POST whose connection was closed under it.
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    started.promise.then((handle) => handle(request, response)).catch(() => response.destroy());
  });
  const lastPort = Number(store.setting(portSetting) ?? 0);
  const issuer = await listenOnLoopback(server, lastPort).catch((error: unknown) => {
    if (lastPort === 0 || !(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'))
      throw error;
    return listenOnLoopback(server, 0);
  });
  store.keepSetting(portSetting, new URL(issuer).port);
  return {
    issuer,
    serve: async (clients) => {
      const provider = await createProvider(issuer, clients, store);
      const signIn = createSignIn(provider, store, originsOf(clients));
      const answer = provider.callback();
      started.resolve(async (request, response) => {
        for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
        // A name that leads here is not us: a page of another site could have made it do so.
        if (`http://${request.headers.host}` !== issuer) {
          response.writeHead(421).end();
          return;
        }
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
  // Replaced by the pages; what oidc-provider itself answers adds its own script.
  'content-security-policy': "default-src 'none'; script-src 'none'; frame-ancestors 'none'",
};
