import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Emulator, listenOnLoopback } from '../../local/emulators/loopback.ts';

/** A response. */
export type Answer = {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer | string;
};

/** Handles a call with its body: `forward` executes it. Returns undefined to drop the connection instead of responding. */
export type HandleCall = (
  incoming: IncomingMessage,
  body: Buffer,
  forward: (body: Buffer) => Promise<Answer>,
) => Promise<Answer | undefined>;

/** Starts a server in front of another one, which it closes with itself. Forwards the Host header as it came, because it is signed. */
export const startForwardingServer = async (target: Emulator, handle: HandleCall): Promise<Emulator> => {
  const { hostname, port } = new URL(target.endpoint);
  const forward = async (incoming: IncomingMessage, body: Buffer): Promise<Answer> => {
    const { method, url: path } = incoming;
    const { 'transfer-encoding': _, expect: __, ...kept } = incoming.headers;
    const length = body.length > 0 ? { 'content-length': body.length } : {};
    const headers = { ...kept, ...target.headers, ...length };
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    request({ hostname, port, method, path, headers }).on('response', resolve).on('error', reject).end(body);
    const answer = await promise;
    return { status: answer.statusCode ?? 502, headers: answer.headers, body: await buffer(answer) };
  };
  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await buffer(incoming);
    const answer = await handle(incoming, body, (sent) => forward(incoming, sent));
    if (answer === undefined) return void incoming.socket.destroy();
    outgoing.writeHead(answer.status, answer.headers);
    outgoing.end(incoming.method === 'HEAD' ? undefined : answer.body);
  };
  const server = createServer((incoming, outgoing) => {
    respond(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  return {
    endpoint: await listenOnLoopback(server, 0),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await target.close();
    },
  };
};
