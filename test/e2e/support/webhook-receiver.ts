import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The host name that the local stack of the tests resolves to this machine, only for webhooks. */
export const receiverHost = 'receiver.test';

/** A request that arrived. */
export type Received = {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** A receiver of webhooks, or of results. */
export type Receiver = {
  readonly url: string;
  readonly received: readonly Received[];
  /** The status of each response from now on; `hang` sends none. */
  answerWith(status: number | 'hang', headers?: Readonly<Record<string, string>>): void;
  /** Waits until so many webhooks have arrived, and returns them. */
  take(count: number): Promise<readonly Received[]>;
  close(): Promise<void>;
};

/** Starts a receiver on a free port. */
export const startReceiver = async (): Promise<Receiver> => {
  const received: Received[] = [];
  let waiting: (() => void)[] = [];
  let status: number | 'hang' = 204;
  let answerHeaders: Readonly<Record<string, string>> = {};
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString('utf8');
    received.push({ method: request.method, headers: request.headers, body });
    if (status !== 'hang')
      response.writeHead(status, answerHeaders).end(status === 204 ? '' : `status ${status}`);
    for (const wake of waiting.splice(0)) wake();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${receiverHost}:${port}/hook`,
    received,
    answerWith: (next, headers = {}) => {
      status = next;
      answerHeaders = headers;
    },
    take: async (count) => {
      while (received.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return received.slice(0, count);
    },
    close: async () => {
      waiting = [];
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
