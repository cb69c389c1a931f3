import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Emulator, hiddenAddress, listenOnLoopback } from '../emulators/loopback.ts';
import { isRecord, textOf } from '../template/json.ts';
import type { IdentityStore } from './store.ts';

/** The operations of Cognito that the service uses, each with its answer. A user's name is the subject. */
const operations: Readonly<
  Record<string, (body: Readonly<Record<string, unknown>>, store: IdentityStore) => object>
> = {
  ListUsers: ({ Filter }, store) => {
    const subject = /^sub = "([\w-]+)"$/.exec(String(Filter))?.[1] ?? '';
    return { Users: store.emailOf(subject) === undefined ? [] : [{ Username: subject }] };
  },
  AdminDeleteUser: ({ Username }, store) => {
    store.removeUser(String(Username));
    return {};
  },
};

/** Starts the part of Cognito that manages the users of the provider. Requests pass the authorizing proxy first. */
export async function startUserPool(store: IdentityStore): Promise<Emulator> {
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const operation = textOf(request.headers['x-amz-target']?.toString())?.split('.')[1] ?? '';
      const body: unknown = JSON.parse(await text(request));
      const run = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
      if (run === undefined || !isRecord(body)) {
        response.writeHead(400).end();
        return;
      }
      response.setHeader('content-type', 'application/x-amz-json-1.1').end(JSON.stringify(run(body, store)));
    };
    answer().catch(() => response.destroy());
  });
  const address = hiddenAddress();
  const { port } = new URL(await listenOnLoopback(server, 0, address));
  return {
    endpoint: `http://${address}:${port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
