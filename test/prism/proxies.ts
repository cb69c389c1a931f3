import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Exchange } from './exchange.ts';
import { type Relay, startRelay } from './relay.ts';

/** A server that opens a relay for each stack of the tests, in front of which it is. */
export type Proxies = {
  /** `POST` opens a relay and returns its `url`; `PUT` with `url` and `target` connects it. */
  readonly url: string;
  close(): void;
};

/** Starts the server. All relays report their exchanges to `onExchange`. */
export const startProxies = async (onExchange: (exchange: Exchange) => void): Promise<Proxies> => {
  const relays = new Map<string, Relay>();

  const open = async (): Promise<{ url: string }> => {
    const relay = await startRelay(onExchange);
    relays.set(relay.url, relay);
    return { url: relay.url };
  };

  const connect = ({ url, target }: { url: string; target: string }): object => {
    relays.get(url)?.forwardTo(target);
    return {};
  };

  const server = createServer(async (request, response) => {
    const answer =
      request.method === 'POST'
        ? await open()
        : connect((await json(request)) as { url: string; target: string });
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      for (const { close } of relays.values()) close();
      server.close();
      server.closeAllConnections();
    },
  };
};
