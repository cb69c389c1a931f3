import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that forwards requests and, while `losing()` returns true, ends the connection instead of responding. */
export const startBreakingProxy = async (target: string, losing: () => boolean) => {
  const { host } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const { url = '/', method = 'GET', headers } = incoming;
    const forwarded = request(`${target}${url}`, { method, headers: { ...headers, host } }, (response) => {
      if (losing()) {
        outgoing.destroy();
        response.resume();
        return;
      }
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
